/** The window in a browser: over the fake program, or over the real one when IBID_URL says where it is. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { canRun, expected, open, real } from './browser.mjs'
import { ask, views } from './views.mjs'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What to ask, and of which folder: of the sample course when the program is real. */
const folder = process.env.IBID_FOLDER ?? fileURLToPath(new URL('../../build/sample/How memory works', import.meta.url))
const question = process.env.IBID_QUESTION ?? (real ? 'What are the three stages of a memory?' : 'What are the levels of processing?')
const unanswerable = process.env.IBID_UNANSWERABLE ?? 'Who discovered penicillin in 1928?'
const patience = real ? 120_000 : 10_000

/** axe runs outside the page's policy, which lets nothing in. */
async function violations(page) {
  await page.evaluate(axe)
  const result = await page.evaluate(() => window.axe.run(document))
  return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 140)).join(' | ')}`)
}

/** The controls that cannot be brought into the window: outside of it, or cut off by what they lie in. */
async function outside(page) {
  return page.evaluate(() => {
    const cut = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1
    const frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    const found = []
    for (const control of document.querySelectorAll('button, input, select, textarea, a[href], [tabindex="0"]')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.unseen')) continue
      const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflow)
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const box = control.getBoundingClientRect()
      let bad = box.height < innerHeight && !scrolls(control) ? cut(box, frame) : box.left < -1 || box.right > innerWidth + 1
      for (let e = control.parentElement; e && !bad; e = e.parentElement) {
        const style = getComputedStyle(e)
        if (style.position === 'fixed') break
        if (/hidden|clip/.test(style.overflowX + style.overflowY)) bad = e.scrollTop > 0 || e.scrollLeft > 0 || cut(box, e.getBoundingClientRect())
      }
      if (bad) found.push(`${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)}: ${JSON.stringify(box)}`)
    }
    return found
  })
}

describe('the window', { skip: canRun ? false : 'no Chromium at /usr/bin/chromium (set CHROMIUM)' }, () => {
  let session
  let page
  before(async () => {
    session = await open()
    page = await session.page()
    if (!real) return
    // A browser gives no paths: the drop is the bound method that it calls.
    await page.evaluate((path) => window.go.app.App.AddFolder(path, '', false), folder)
    const states = () => page.evaluate(async () => (await window.go.app.App.Modules()).map((m) => m.state))
    for (const end = Date.now() + patience; !(await states()).every((s) => s === 'ready'); ) {
      assert.ok(Date.now() < end, 'the folder is read in time')
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  })
  after(() => session?.close())

  test('an answer cites its sources, and a citation lights up the words', async () => {
    await ask(page, question, patience)
    const cite = page.locator('.answer [data-cite]').first()
    assert.match(await cite.getAttribute('aria-label'), /^Source \d+, .+/)
    const quote = (await page.locator('article blockquote, [data-card] .quote').first().textContent()).trim()
    await cite.click()
    const pane = page.getByRole('complementary', { name: 'Source' })
    await pane.locator('[data-highlight], mark').first().waitFor({ timeout: patience })
    const asText = pane.getByRole('button', { name: 'Show as text' })
    if (await asText.count()) {
      const box = await pane.locator('[data-highlight]').first().boundingBox()
      assert.ok(box.width > 10 && box.height > 5, 'the lit box has a size')
      await pane.locator('img').evaluate((img) => img.decode())
      await asText.click()
    }
    await pane.locator('mark').first().waitFor()
    const squeeze = (s) => s.normalize('NFKC').toLowerCase().replace(/[\s|]+/g, '')
    const lit = (await pane.locator('mark').allTextContents()).join('')
    assert.ok(lit && squeeze(quote).includes(squeeze(lit)), `“${lit}” is what was quoted: “${quote}”`)
    const mark = await pane.locator('mark').first().boundingBox()
    const box = await pane.getByRole('region', { name: 'Text of the source' }).boundingBox()
    assert.ok(mark.y >= box.y && mark.y < box.y + box.height, 'the words are in view')
  })

  test('keys: arrows walk the citations, Esc closes the source, Ctrl K goes to the question', async () => {
    await page.locator('.answer [data-cite]').first().focus()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Source' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    assert.ok(await page.getByRole('textbox', { name: 'Your question' }).evaluate((e) => e === document.activeElement))
  })

  test('what the material does not say is refused, with the closest places', async () => {
    await ask(page, unanswerable, patience)
    await page.locator('article').last().getByRole('heading', { name: 'The closest places' }).waitFor()
  })

  test('search finds places as you type', async () => {
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox', { name: 'Find in your material' }).fill(question)
    await page.locator('[data-found]').first().waitFor({ timeout: patience })
  })

  test('a conversation can be opened again and deleted', async () => {
    await page.getByRole('button', { name: 'All conversations' }).click()
    const lines = page.locator('main li')
    const before = await lines.count()
    await lines.first().getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForFunction((n) => document.querySelectorAll('main li').length === n, before - 1)
  })

  test('nothing was loaded from elsewhere, and nothing complained', () => {
    assert.deepEqual(page.outside, [])
    assert.deepEqual(page.complaints.filter((c) => !expected(c)), [])
  })
})

describe('a conversation', { skip: canRun && !real ? false : 'only over the fake program' }, () => {
  let session
  before(async () => {
    session = await open()
  })
  after(() => session?.close())

  test('a follow-up question comes to the top, its answer below it, and nothing moves while the student scrolls', async () => {
    const page = await session.page({ query: 'fake&still&pace=20', height: 600 })
    const scroll = page.locator('.scroll').filter({ has: page.locator('article') })
    const box = page.getByRole('textbox', { name: 'Your question' })
    const top = async () => (await page.locator('article').last().boundingBox()).y - (await scroll.boundingBox()).y
    await ask(page, 'What are the levels of processing?')
    assert.ok(Math.abs(await top()) < 2, 'the first stands at the top')
    for (const question of ['Which spacing schedule gave the best recall?', 'Who discovered penicillin?']) {
      await ask(page, question)
      assert.ok(Math.abs(await top()) < 2, `${question} at the top`)
    }
    const before = await page.locator('article').count()
    await box.fill('What are the levels of processing?')
    await box.press('Enter')
    await page.locator('article').nth(before).locator('.answer').waitFor()
    assert.ok(Math.abs(await top()) < 2, 'while it is written')
    await scroll.evaluate((e) => e.scrollTo({ top: 40, behavior: 'instant' }))
    await page.locator('article').nth(before).and(page.locator('[aria-busy="false"]')).waitFor()
    assert.equal(await scroll.evaluate((e) => e.scrollTop), 40)
    await page.context().close()
  })
})

describe('a web page', { skip: canRun && !real ? false : 'only over the fake program' }, () => {
  let session
  before(async () => {
    session = await open()
  })
  after(() => session?.close())

  test('is added by its address, opened in the browser, fetched again and removed', async () => {
    const page = await session.page()
    await views['add-page'].go(page)
    assert.match(await page.getByRole('alert').textContent(), /The site does not answer.*Check the address/)
    const box = page.getByRole('textbox', { name: 'Address of the web page' })
    await box.fill('https://example.org/memory')
    await page.getByRole('button', { name: 'Fetch it' }).click()
    const row = page.getByRole('row').filter({ hasText: 'https://example.org/memory' })
    await row.waitFor()
    assert.match(await row.textContent(), /Memory, explained · fetched today.*Web page/s)
    assert.equal(await box.count(), 0)
    const more = async (name) => {
      await row.getByRole('button', { name: /^More for/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await more('Open in the browser')
    await more('Fetch it again')
    assert.equal(await row.count(), 1)
    assert.match((await page.evaluate(() => window.fake.opened)).join(), /^original:\d+$/)
    await more('Remove it')
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(page.outside, [])
    await page.context().close()
  })

  test('is offered where a link is pasted or dropped on a module, and fetched by nothing but the button', async () => {
    const page = await session.page()
    const box = page.getByRole('textbox', { name: 'Address of the web page' })
    const hand = (name, address) =>
      page.evaluate(
        ([name, address]) => {
          const data = new DataTransfer()
          data.setData(name === 'paste' ? 'text/plain' : 'text/uri-list', address)
          const init = { bubbles: true, cancelable: true }
          document.body.dispatchEvent(name === 'paste' ? new ClipboardEvent(name, { ...init, clipboardData: data }) : new DragEvent(name, { ...init, dataTransfer: data }))
        },
        [name, address],
      )
    await hand('drop', 'https://example.org/too-early')
    await views.module.go(page)
    assert.equal(await box.count(), 0)
    for (const name of ['paste', 'drop']) {
      await hand(name, 'file:///home/robin/Uni')
      assert.equal(await box.count(), 0, `${name}: a file is no page`)
      await hand(name, 'https://example.org/memory\r\n')
      assert.equal(await box.inputValue(), 'https://example.org/memory', name)
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'detached' })
    }
    assert.equal(await page.getByText('https://example.org').count(), 0)
    await page.context().close()
  })
})

describe('each view is accessible', { skip: canRun && !real ? false : 'only over the fake program' }, () => {
  let session
  before(async () => {
    session = await open()
  })
  after(() => session?.close())

  for (const [name, { query, go }] of Object.entries(views)) {
    for (const dark of [false, true]) {
      test(`${name}, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await session.page({ query, dark, bypassCSP: true })
        await go(page)
        assert.deepEqual(await violations(page), [])
        await page.context().close()
      })
    }
  }

  for (const [width, height] of [[1000, 640], [720, 480], [640, 400]]) {
    for (const [name, { query, go }] of Object.entries(views)) {
      test(`${name}, ${width}x${height}: no control leaves the window`, async () => {
        const page = await session.page({ query, width, height })
        await go(page)
        assert.deepEqual(await outside(page), [])
        await page.context().close()
      })
    }
    test(`an answer from a module with a long name, ${width}x${height}: no control leaves the window`, async () => {
      const { query, go } = views['module-empty']
      const page = await session.page({ query, width, height })
      await go(page)
      await page.getByRole('button', { name: 'Ask this module' }).click()
      await ask(page, 'What are the levels of processing?')
      assert.deepEqual(await outside(page), [])
      await page.getByRole('button', { name: /^Modules to ask/ }).click()
      assert.deepEqual(await outside(page), [])
      await page.context().close()
    })
  }

  test('the policy refuses what is not ours', async () => {
    const page = await session.page()
    const refused = await page.evaluate(async () => {
      const seen = []
      document.addEventListener('securitypolicyviolation', (e) => seen.push(e.effectiveDirective))
      const script = document.createElement('script')
      script.textContent = 'window.hit = 1'
      document.body.append(script)
      const img = new Image()
      img.src = 'https://example.invalid/pixel.png'
      document.body.append(img)
      await fetch('https://example.invalid/').catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { seen, hit: window.hit }
    })
    assert.equal(refused.hit, undefined)
    assert.ok(refused.seen.some((d) => d.startsWith('script-src')))
    assert.ok(refused.seen.includes('img-src'))
    assert.ok(refused.seen.includes('connect-src'))
    await page.context().close()
  })
})
