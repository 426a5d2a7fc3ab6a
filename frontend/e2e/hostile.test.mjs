/**
 * The page is hostile ground: course files and a model that try to run script in a window that can call Go, to call out, or
 * to lead somewhere. Nothing runs, nobody is called, nothing leads anywhere by itself.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { canRun, expected, open, real } from './browser.mjs'
import { askInWindow, hasWindow } from './display.mjs'
import { folderName, question, shown, writeCourse } from './hostile/course.mjs'
import { afterFacts, answers } from './hostile/answers.mjs'
import { startCanary, startOllama } from './hostile/servers.mjs'

const patience = 180_000

/** Runs in the page: everything in it that could run, load or lead. */
function dangers() {
  const found = []
  for (const e of document.querySelectorAll('#app *, #app ~ *')) {
    const bad = /^(script|iframe|frame|object|embed|style|link|base|meta|audio|source|portal|foreignobject|use|image)$/i.test(e.localName)
    const named = [...e.attributes].filter((a) => /^on|^(xlink:)?href$|^(form)?action$|^srcdoc$|^srcset$|^data$/i.test(a.name))
    const loads = ['img', 'video'].includes(e.localName) && !e.getAttribute('src')?.startsWith('/preview/')
    if (bad || named.length || loads) found.push(e.outerHTML.slice(0, 200))
  }
  return found
}

describe('the hostile set', { skip: !real ? 'only over the real program' : !canRun && 'no Chromium' }, () => {
  let session, page, canary, ollama, parent, course, documents
  const dialogs = []
  const others = []

  before(async () => {
    canary = await startCanary()
    ollama = await startOllama()
    parent = await mkdtemp(join(tmpdir(), 'ibid-hostile-'))
    course = await writeCourse(parent, canary.url)
    session = await open()
    page = await session.page()
    page.on('dialog', (dialog) => (dialogs.push(dialog.message()), dialog.dismiss()))
    page.on('download', (download) => others.push(download.url()))
    page.context().on('page', (other) => others.push(other.url()))
    page.on('framenavigated', (frame) => others.push(frame.url()))
    documents = await page.evaluate(async (folder) => {
      const { AddFolder, Modules, Documents } = window.go.app.App
      const { module } = await AddFolder(folder, '', false)
      while ((await Modules()).some((m) => m.state !== 'ready')) await new Promise((resolve) => setTimeout(resolve, 300))
      return await Documents(module)
    }, course.folder)
  })
  after(async () => {
    await session?.close()
    canary?.close()
    ollama?.close()
    await rm(parent, { recursive: true, force: true })
  })

  /** Nothing ran, nobody was called, the page is where it was. */
  async function calm(what) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
    assert.equal(await page.evaluate(() => window.__pwned), undefined, `${what}: script ran`)
    assert.deepEqual(await page.evaluate(dangers), [], what)
    assert.deepEqual({ dialogs, others, outside: page.outside, hits: canary.hits }, { dialogs: [], others: [], outside: [], hits: [] }, what)
    assert.equal(new URL(page.url()).origin, new URL(session.base).origin, what)
    assert.equal(page.frames().length, 1, what)
    assert.deepEqual(page.complaints.filter((c) => !expected(c)), [], `${what}: something was tried and refused`)
  }

  async function ask(text, model = 'local') {
    await page.getByRole('button', { name: 'New question' }).click()
    await page.getByRole('combobox', { name: 'Who writes the answer' }).selectOption(model)
    const box = page.getByRole('textbox', { name: 'Your question' })
    await box.fill(text)
    await box.press('Enter')
    const article = page.locator('article[aria-busy="false"]').last()
    await article.waitFor({ timeout: patience })
    return article
  }

  test('every file is read, and the names are only words', async () => {
    assert.deepEqual(documents.filter((d) => d.state !== 'ready').map((d) => [d.doc, d.problem]), [])
    assert.deepEqual(documents.map((d) => d.doc).sort(), Object.values(course.names).sort())
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button').filter({ hasText: "<img src=x onerror=alert('module')>" }).first().click()
    const names = await page.locator('main td .name').evaluateAll((all) => all.map((e) => e.title))
    assert.deepEqual(names.sort(), Object.values(course.names).map(shown).sort())
    await calm('the library')
  })

  for (const animal of ['aardvark', 'badger', 'chamois', 'dormouse', 'echidna', 'ferret', 'gazelle', 'hedgehog', 'ibex']) {
    test(`the file about the ${animal}: found, quoted and opened as text`, async () => {
      await page.keyboard.press('Control+f')
      await page.getByRole('searchbox', { name: 'Find in your material' }).fill(animal)
      const found = page.locator('[data-found]').filter({ has: page.locator(`[title=${JSON.stringify(shown(course.names[animal])).replaceAll('\\n', '\\a ')}]`) })
      await found.first().waitFor({ timeout: patience })
      await calm('the found places')
      const pane = page.getByRole('complementary', { name: 'Source' })
      for (let i = 0; i < Math.min(await found.count(), 4); i++) {
        await found.nth(i).click()
        await pane.locator('mark, [data-highlight]').first().waitFor({ timeout: patience })
        await calm('a found place')
      }
      const article = await ask(question(animal))
      await article.locator('[data-cite]').first().click()
      await pane.locator('mark, [data-highlight]').first().waitFor({ timeout: patience })
      await calm('a quoted answer')
    })
  }

  describe('a hostile model', () => {
    before(() =>
      page.evaluate(async (url) => {
        const { Settings, SaveSettings } = window.go.app.App
        await SaveSettings({ ...(await Settings()), ollama_url: url })
      }, ollama.url),
    )

    for (const { name, text, shows, check } of answers()) {
      test(name, async () => {
        ollama.say(afterFacts(text(canary.url)))
        const started = Date.now()
        const article = await ask(question('aardvark'), 'auto')
        const answered = async (when) => {
          const words = (await article.locator('.answer').textContent()).replace(/\s+/g, ' ')
          for (const part of shows) assert.ok(words.includes(part), `${when}: “${part.slice(0, 60)}” is not on the page: ${words.slice(-300)}`)
        }
        await answered('as it was written')
        await calm(name)
        assert.ok(Date.now() - started < 20_000, 'the window stays quick')
        const answer = await page.evaluate(async () => {
          const { Conversations, Conversation } = window.go.app.App
          return (await Conversation((await Conversations())[0].id)).messages[0].answer
        })
        const cited = await article.locator('[data-cite]').evaluateAll((all) => all.map((e) => Number(e.dataset.cite)))
        const known = (answer.citations ?? []).map((c) => c.n)
        assert.deepEqual(cited.filter((n) => !known.includes(n)), [], 'a citation that points nowhere')
        await check?.({ article, answer, known, page })
        // What was kept is shown again from the history.
        await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: question('aardvark') }).first().click()
        await article.waitFor()
        await answered('from the history')
        await calm(`${name}, shown again`)
      })
    }
  })

  test('the preview door serves pages of known documents only', async () => {
    const id = (animal) => documents.find((d) => d.doc === course.names[animal]).id
    const get = (path) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(session.base)
        // not fetch, which would tidy the path
        request({ hostname, port, path }, (response) => {
          const chunks = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'] ?? '', body: Buffer.concat(chunks).toString('latin1') }))
        })
          .on('error', reject)
          .end()
      })
    const picture = await get(`/preview/page/${id('ibex')}/1?w=300`)
    assert.deepEqual([picture.status, picture.type], [200, 'image/png'])
    for (const path of [
      '/preview',
      '/preview/../../../../../../etc/passwd',
      '/preview/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/preview/page/../../../../etc/passwd',
      '/preview/page/..%2f..%2f..%2fetc%2fpasswd/1',
      `/preview/page/${id('ibex')}/..%2f..%2fetc%2fpasswd`,
      `/preview/page/${id('ibex')}/0`,
      `/preview/page/${id('ibex')}/2`,
      `/preview/page/${id('ibex')}/1/extra`,
      `/preview/page/${id('ibex')}.0/1`,
      `/preview/page/${id('aardvark')}/1`,
      '/preview/page/999999/1',
      '/preview/page/-1/1',
      '/preview/page/9223372036854775808/1',
      '/preview/page/%00/1',
      `/preview/media/${id('ibex')}`,
      `/preview/file${encodeURI(course.folder)}`,
      '/etc/passwd',
      '/../../../../../../etc/passwd',
    ]) {
      const { status, body } = await get(path)
      assert.ok(status >= 300, `${path}: ${status}`)
      assert.doesNotMatch(body, /root:|PNG|turnips/, path)
    }
  })

  test('Go opens no address that is not of the web', async () => {
    const opened = await page.evaluate(async () => {
      const { OpenURL, Source } = window.go.app.App
      const addresses = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vbscript:x', 'smb://host/x', ' javascript:alert(1)', 'ms-settings:', '/etc/passwd', '', 'http:', 'https:///etc/passwd']
      const doors = [...addresses.map((a) => [OpenURL, a]), ...['../../etc/passwd', 'ibid:///open?module=..&doc=../../etc/passwd', 'ibid://host/open'].map((a) => [Source, a])]
      const kept = []
      for (const [door, address] of doors) await door(address).then(() => kept.push(address), () => {})
      return kept
    })
    assert.deepEqual(opened, [])
  })

  test('WebKit is as calm as Chromium', { skip: hasWindow() ? false : 'no xdotool' }, async () => {
    const harm = answers().map(({ text }) => text(canary.url).slice(0, 900))
    ollama.say(afterFacts(harm.join('\n\n')))
    const messages = await askInWindow(page, question('badger'))
    assert.match(messages[0].question, /badger/)
    assert.equal(messages[0].answer.mode, 'generated')
    for (const part of ['<script>window.__pwned', '<b><b>www', 'item 0', 'gnp.exe']) assert.ok(messages[0].answer.answer.includes(part), `the window was given ${part}`)
    await calm('the window')
  })
})
