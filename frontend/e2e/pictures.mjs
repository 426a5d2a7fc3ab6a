/**
 * Takes the pictures of the documentation from the real program with the sample course:
 *
 *	WINDOW_DATA=/home/robin/.local/share/ibid build/window.sh node frontend/e2e/pictures.mjs docs/screenshots
 *
 * The folder of WINDOW_DATA must not be there yet; the sample course lies in it, and its path is in the pictures.
 */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { open, real } from './browser.mjs'
import { allRead, ask } from './course.mjs'

if (!real) throw new Error('the pictures are taken of the real program: build/window.sh node frontend/e2e/pictures.mjs FOLDER')
const folder = process.argv[2] ?? 'docs/screenshots'
await mkdir(folder, { recursive: true })
const session = await open()

/** A picture with few colours is a quarter of the size and looks the same: the window has few. */
async function take(page, name) {
  const path = join(folder, `${name}.png`)
  await page.mouse.move(640, 600)
  await page.waitForTimeout(250)
  await page.screenshot({ path })
  await promisify(execFile)('convert', [path, '-strip', '-dither', 'None', '-colors', '256', `PNG8:${path}`])
}

const question = 'What was the best gap between two sessions when the test came 35 days later?'
const nav = (page, name) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).first().click()

async function withSource(page) {
  await page.locator('article').locator('[data-cite]').first().click()
  const pane = page.getByRole('complementary', { name: 'Source' })
  await pane.locator('[data-highlight]').first().waitFor()
  await pane.locator('img').evaluate((img) => img.decode())
}

const light = await session.page()
const dark = await session.page({ dark: true })
await take(light, 'first-run')
await take(dark, 'first-run-dark')
await light.getByRole('button', { name: 'Try the sample course' }).click()
await light.locator('main td .name').first().waitFor()
await light.getByText(/^[1-9] of/).first().waitFor()
await take(light, 'indexing')
await nav(dark, /^How to revise/)
await dark.locator('main td .name').first().waitFor()
await take(dark, 'indexing-dark')
await allRead(light)
await take(light, 'library')
await ask(light, question)
await withSource(light)
await take(light, 'answer-light')
await ask(light, 'Who discovered penicillin in 1928?')
await take(light, 'refusal')
await nav(light, /^Settings/)
await take(light, 'settings-light')

await dark.reload() // what was asked in the other page is not told to this one
await nav(dark, question)
await withSource(dark)
await take(dark, 'answer-dark')
await nav(dark, /^Settings/)
await take(dark, 'settings-dark')
await session.close()
