/** The sample course in the real program: each question of it that a format answers opens that place, lit up. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { canRun, open, real } from './browser.mjs'
import { addSample, ask } from './course.mjs'

const questions = (await readFile(new URL('../../build/sample/questions.jsonl', import.meta.url), 'utf8')).trim().split('\n').map((line) => JSON.parse(line))
const questionOf = (id) => questions.find((q) => q.id === id)

describe('the sample course', { skip: !real ? 'only over the real program' : !canRun && 'no Chromium' }, () => {
  let session, page
  before(async () => {
    session = await open()
    page = await session.page()
    await addSample(page)
  })
  after(() => session?.close())

  /** Asks and opens the first citation of the document that should answer. */
  async function openAnswer({ question, expect: [place] }) {
    const article = await ask(page, question)
    await article.locator(`[data-cite][aria-label*=${JSON.stringify(place.doc)}]`).first().click()
    const pane = page.getByRole('complementary', { name: 'Source' })
    await pane.getByText(place.doc).first().waitFor()
    return pane
  }

  test('a slide of a PDF: its picture, with the words lit up where they stand', async () => {
    const question = questionOf('slide')
    const pane = await openAnswer(question)
    const picture = pane.locator('img')
    assert.match(await picture.getAttribute('src'), new RegExp(`^/preview/page/\\d+/${question.expect[0].page}\\?`))
    await picture.evaluate((img) => img.decode())
    assert.ok((await picture.evaluate((img) => img.naturalWidth)) > 300)
    const boxes = pane.locator('[data-highlight]')
    await boxes.first().waitFor()
    const frame = await picture.boundingBox()
    for (const box of await boxes.all()) {
      const b = await box.boundingBox()
      assert.ok(b.width > 10 && b.height > 5, 'the lit box has a size')
      const slack = 4
      assert.ok(b.x >= frame.x - slack && b.x + b.width <= frame.x + frame.width + slack && b.y >= frame.y - slack && b.y + b.height <= frame.y + frame.height + slack, 'the lit box lies on the page')
    }
    await pane.getByRole('button', { name: 'Show as text' }).click()
    assert.match((await pane.locator('mark').allTextContents()).join(' '), new RegExp(question.says))
    await pane.getByRole('button', { name: 'Show as text' }).click()
  })

  for (const [id, what] of [['table', 'a table of a DOCX'], ['second', 'the seconds of a transcript']]) {
    test(`${what}: the words are lit up and in view`, async () => {
      const question = questionOf(id)
      const pane = await openAnswer(question)
      const mark = pane.locator('mark').first()
      await mark.waitFor()
      assert.match((await pane.locator('mark').allTextContents()).join(' '), new RegExp(question.says))
      const region = await pane.getByRole('region', { name: 'Text of the source' }).boundingBox()
      const box = await mark.boundingBox()
      assert.ok(box.y >= region.y && box.y < region.y + region.height, 'the words are in view')
    })
  }
})
