/** Steps that tests and pictures of the real program share. */
import { fileURLToPath } from 'node:url'

const patience = 120_000
const sample = ['How memory works', 'How to revise'].map((name) => fileURLToPath(new URL(`../../build/sample/${name}`, import.meta.url)))

/** Adds the two modules of the sample course and waits. A browser gives no paths: the drop is the bound method that it calls. */
export async function addSample(page) {
  await page.evaluate(async (folders) => {
    const { AddFolder } = window.go.app.App
    for (const folder of folders) await AddFolder(folder, '', false)
  }, sample)
  await allRead(page)
}

/** Waits until everything is read. */
export async function allRead(page) {
  await page.evaluate(async (end) => {
    while (Date.now() < end && (await window.go.app.App.Modules()).some((m) => m.state !== 'ready')) await new Promise((resolve) => setTimeout(resolve, 300))
  }, Date.now() + patience)
}

/** Asks in a new conversation and returns the answer. */
export async function ask(page, question) {
  await page.getByRole('button', { name: 'New question' }).click()
  const box = page.getByRole('textbox', { name: 'Your question' })
  await box.fill(question)
  await box.press('Enter')
  const article = page.locator('article[aria-busy="false"]')
  await article.waitFor({ timeout: patience })
  return article
}
