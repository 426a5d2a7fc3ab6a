/** The whole window without a pointer, over the fake program: what is done by it, and that one always sees where one is. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { canRun, open, real } from './browser.mjs'
import { views } from './views.mjs'

/** More than any view has of controls. */
const most = 80

/** What has the focus, as one hears it. */
const focused = (page) =>
  page.evaluate(() => {
    const e = document.activeElement
    return e === document.body ? '' : `${e.localName} ${e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 40)}`
  })

/** Whether the focus shows: the picture around it changes when it goes. */
async function shows(page) {
  const clip = await page.evaluate(() => {
    const { x, y, width, height } = document.activeElement.getBoundingClientRect()
    return { x: Math.max(0, x - 6), y: Math.max(0, y - 6), width: width + 12, height: Math.min(height, 300) + 12 }
  })
  const on = await page.screenshot({ clip })
  const held = await page.evaluateHandle(() => document.activeElement)
  await held.evaluate((e) => e.blur())
  const off = await page.screenshot({ clip })
  await held.evaluate((e) => e.focus({ preventScroll: true }))
  return !on.equals(off)
}

/** Presses a key until a control of the selector has the focus. */
async function pressTo(page, key, selector) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return
    await page.keyboard.press(key)
  }
  assert.fail(`${key} does not lead to ${selector}`)
}

describe('by keyboard alone', { skip: !canRun ? 'no Chromium' : real && 'only over the fake program' }, () => {
  let session
  before(async () => {
    session = await open()
  })
  after(() => session?.close())

  test('a folder is added', async () => {
    const page = await session.page({ query: 'fake=empty' })
    await pressTo(page, 'Tab', 'main button')
    assert.equal(await focused(page), 'button Choose a folder…')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'LAW110 Contract law' }).waitFor()
    await page.context().close()
  })

  test('a question is asked, its citations walked, their source read and closed, and settings changed', async () => {
    const page = await session.page({ query: 'fake&still&pace=1' })
    const pane = page.getByRole('complementary', { name: 'Source' })
    assert.equal(await focused(page), 'textarea Your question')
    await page.keyboard.type('What are the levels of processing?')
    await page.keyboard.press('Enter')
    await page.locator('article[aria-busy="false"]').waitFor()
    await pressTo(page, 'Shift+Tab', '[data-cite="2"]')
    await page.keyboard.press('Enter')
    await pane.getByText('page 2 of 4').waitFor()
    await page.keyboard.press('ArrowLeft')
    assert.match(await focused(page), /^button Source 1, /)
    await pane.getByText('page 3 of 4').waitFor()
    await pane.locator('[data-highlight]').first().waitFor()
    await pressTo(page, 'Tab', 'aside [aria-label="Next page"]')
    await page.keyboard.press('Space')
    await pane.getByText('page 4 of 4').waitFor()
    await pressTo(page, 'Shift+Tab', '[data-cite="1"]')
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    assert.match(await focused(page), /^button Source 1, /)
    await page.keyboard.press('Control+,')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await pressTo(page, 'Tab', '[role="switch"]')
    const on = page.getByRole('switch', { name: 'Allow models on other computers' })
    await page.keyboard.press('Space')
    await on.and(page.locator('[aria-checked="true"]')).waitFor()
    await page.context().close()
  })

  test('the source that is closed from within gives the focus back to the citation', async () => {
    const page = await session.page({ query: 'fake&still&pace=1' })
    await views.answer.go(page)
    await pressTo(page, 'Shift+Tab', '[data-cite="1"]')
    const cite = await focused(page)
    await page.keyboard.press('Enter')
    await page.locator('[data-highlight]').first().waitFor()
    await pressTo(page, 'Tab', 'aside [aria-label="Close the source"]')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement.matches('[data-cite="1"]'))
    assert.equal(await focused(page), cite)
    await page.context().close()
  })

  for (const name of ['welcome', 'start', 'module', 'source', 'table', 'find', 'history', 'settings']) {
    test(`${name}: Tab reaches each control, and the focus shows`, async () => {
      const { query, go } = views[name]
      const page = await session.page({ query })
      await go(page)
      await page.evaluate(() => document.activeElement.blur())
      const hidden = []
      for (let i = 0; i < most; i++) {
        await page.keyboard.press('Tab')
        const where = await focused(page)
        if (!where) continue // the end of the page
        if (await page.evaluate(() => document.activeElement.hasAttribute('data-reached'))) break
        await page.evaluate(() => document.activeElement.setAttribute('data-reached', ''))
        if (!(await shows(page))) hidden.push(where)
      }
      assert.deepEqual(hidden, [], 'where the focus does not show')
      const missed = await page.evaluate(() =>
        [...document.querySelectorAll('button, input, select, textarea, summary')]
          .filter((e) => !e.disabled && !e.hasAttribute('data-reached') && e.checkVisibility({ visibilityProperty: true }))
          .map((e) => e.outerHTML.slice(0, 140)),
      )
      assert.deepEqual(missed, [], 'what Tab does not reach')
      await page.context().close()
    })
  }
})
