/** How to come to each view over the fake program: for tests and for pictures. */

/** Asks and waits for the answer, which is the newest of its conversation. */
export async function ask(page, text, patience = 10_000) {
  const before = await page.locator('article').count()
  const box = page.getByRole('textbox', { name: 'Your question' })
  await box.fill(text)
  await box.press('Enter')
  await page.locator('article').nth(before).and(page.locator('[aria-busy="false"]')).waitFor({ timeout: patience })
}

async function askAndOpen(page, text, n = 1) {
  await ask(page, text)
  await page.locator(`.answer [data-cite="${n}"]`).first().click()
  await page.locator('[data-highlight], aside mark').first().waitFor()
}

const module = (name) => (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click()
const memory = module(/^How memory works 12/)
const levels = 'What are the levels of processing?'
const still = 'fake&still&pace=1'

/** name -> query of the page, and the way from its start. */
export const views = {
  'not-open': { query: 'fake=closed', go: (page) => page.getByRole('button', { name: 'Try again' }).waitFor() },
  welcome: { query: 'fake=empty', go: async () => {} },
  start: { query: still, go: async () => {} },
  many: { query: 'fake=many&still&pace=1', go: async () => {} },
  module: { query: still, go: memory },
  'module-indexing': { query: still, go: module(/^Macroeconomics Reading/) },
  'module-empty': { query: 'fake=many&still', go: module(/^Foundations of the philosophy .* No files yet/) },
  'module-problems': {
    query: still,
    go: async (page) => {
      await memory(page)
      await page.getByRole('button', { name: /^Need a look/ }).click()
    },
  },
  'module-menu': {
    query: still,
    go: async (page) => {
      await memory(page)
      await page.getByRole('button', { name: 'More for How memory works' }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  'add-page': {
    query: still,
    go: async (page) => {
      await memory(page)
      await page.getByRole('button', { name: 'More for How memory works' }).click()
      await page.getByRole('menuitem', { name: 'Add a web page…' }).click()
      await page.getByRole('textbox', { name: 'Address of the web page' }).fill('https://nowhere.invalid/')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  'confirm-folder': {
    query: still,
    go: async (page) => {
      await page.evaluate(() => (window.fake.pickFolder = async () => '/home/robin'))
      await page.getByRole('button', { name: 'Add a folder' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  reading: {
    query: 'fake&still&pace=60',
    go: async (page) => {
      await page.getByRole('textbox', { name: 'Your question' }).fill(levels)
      await page.keyboard.press('Enter')
      await page.getByText(/^Reading \d/).waitFor()
    },
  },
  answer: { query: still, go: (page) => ask(page, levels) },
  source: { query: still, go: (page) => askAndOpen(page, levels) },
  table: { query: still, go: (page) => askAndOpen(page, 'Which spacing schedule gave the best recall?') },
  transcript: { query: still, go: (page) => askAndOpen(page, 'Why does testing yourself work?') },
  quoted: {
    query: still,
    go: async (page) => {
      await page.getByLabel('Who writes the answer').selectOption('local')
      await askAndOpen(page, 'Which spacing schedule gave the best recall?', 2)
    },
  },
  refusal: { query: still, go: (page) => ask(page, 'Who discovered penicillin?') },
  find: {
    query: still,
    go: async (page) => {
      await page.keyboard.press('Control+f')
      await page.getByRole('searchbox', { name: 'Find in your material' }).fill('retrieval trace')
      await page.locator('[data-found]').first().waitFor()
    },
  },
  history: { query: still, go: (page) => page.getByRole('button', { name: 'All conversations' }).click() },
  settings: { query: still, go: (page) => page.getByRole('button', { name: /^Settings/ }).click() },
}
