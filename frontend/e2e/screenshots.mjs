/** Takes a picture of each view, light and dark, small and large: node e2e/screenshots.mjs [folder] */
import { mkdir } from 'node:fs/promises'
import { open, results } from './browser.mjs'

const folder = process.argv[2] ?? `${results}screenshots`
const only = process.argv[3]
await mkdir(folder, { recursive: true })

const ask = async (page, question) => {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.keyboard.press('Enter')
  await page.getByText('Copy with references').or(page.getByText('The closest places')).last().waitFor()
}

const views = {
  welcome: { query: 'fake=empty', go: async () => {} },
  start: { go: async () => {} },
  library: { go: (page) => page.getByRole('button', { name: /^How memory works/ }).first().click() },
  indexing: { query: 'fake&pace=4', go: async (page) => { await page.getByRole('button', { name: /^Macroeconomics/ }).first().click(); await page.waitForTimeout(700) } },
  answer: { go: (page) => ask(page, 'What are the levels of processing?') },
  source: {
    go: async (page) => {
      await ask(page, 'What are the levels of processing?')
      await page.locator('[data-cite="1"]').first().click()
      await page.locator('[data-highlight]').first().waitFor()
    },
  },
  table: {
    go: async (page) => {
      await ask(page, 'Which spacing schedule gave the best recall?')
      await page.locator('[data-cite="1"]').first().click()
      await page.locator('aside mark').first().waitFor()
    },
  },
  quoted: {
    go: async (page) => {
      await page.getByLabel('Who writes the answer').selectOption('local')
      await ask(page, 'Which spacing schedule gave the best recall?')
      await page.locator('[data-cite="2"]').first().click()
      await page.locator('[data-highlight]').first().waitFor()
    },
  },
  transcript: {
    go: async (page) => {
      await ask(page, 'Why does testing yourself work?')
      await page.locator('[data-cite="1"]').first().click()
      await page.locator('aside mark').first().waitFor()
    },
  },
  refusal: { go: (page) => ask(page, 'Who discovered penicillin?') },
  reading: {
    query: 'fake&still&pace=60',
    go: async (page) => {
      await page.getByRole('textbox', { name: 'Your question' }).fill('What are the levels of processing?')
      await page.keyboard.press('Enter')
      await page.getByText(/^Reading \d/).waitFor()
    },
  },
  find: {
    go: async (page) => {
      await page.getByRole('button', { name: /^Find/ }).click()
      await page.getByRole('searchbox', { name: 'Find in your material' }).fill('retrieval trace')
      await page.locator('[data-found]').first().waitFor()
    },
  },
  history: { go: (page) => page.getByRole('button', { name: 'All conversations' }).click() },
  settings: { go: (page) => page.getByRole('button', { name: /^Settings/ }).click() },
}

const session = await open()
for (const [size, width, height] of [['small', 1000, 640], ['large', 1440, 900]]) {
  for (const dark of [false, true]) {
    for (const [name, view] of Object.entries(views)) {
      if (only && !only.split(',').includes(name)) continue
      const page = await session.page({ query: view.query, width, height, dark })
      await view.go(page)
      await page.waitForTimeout(120)
      await page.screenshot({ path: `${folder}/${name}-${size}-${dark ? 'dark' : 'light'}.png` })
      if (page.complaints.length) console.log(name, page.complaints)
      await page.context().close()
    }
  }
}
await session.close()
