/** The mark on the picture of a page, in the real window: whatever WebKit does with it, the words under it can be read. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { canRun, open, results } from './browser.mjs'
import { addSample } from './course.mjs'
import { askInWindow, hasWindow, picture, run, xdotool } from './display.mjs'

const patience = 60_000

/** What white paper looks like under the mark. */
const paperIn = { light: [255, 241, 192], dark: [237, 223, 174] }

/** How much of the display is marked paper, and how much is ink with marked paper to the left and the right of it. */
async function marked(theme) {
  const { stdout } = await run('import', ['-window', 'root', '-depth', '8', 'rgb:-'], { encoding: 'buffer', maxBuffer: 1 << 24 })
  const yellow = (i) => paperIn[theme].every((part, n) => Math.abs(stdout[i + n] - part) <= 3)
  const dark = (i) => stdout[i] + stdout[i + 1] + stdout[i + 2] < 400
  const reach = 12 * 3
  const beside = (i, step) => [...Array(12).keys()].some((n) => yellow(i + step * 3 * (n + 1)))
  let [paper, ink] = [0, 0]
  for (let i = reach; i < stdout.length - reach; i += 3) {
    if (yellow(i)) paper++
    else if (dark(i) && beside(i, -1) && beside(i, 1)) ink++
  }
  return { paper, ink }
}

describe('the mark in the window', { timeout: 4 * patience, skip: hasWindow() && canRun ? false : 'only on the real window' }, () => {
  test('the words under it can be read, light and dark', async () => {
    const session = await open()
    try {
      const page = await session.page()
      await addSample(page)
      await askInWindow(page, 'What was the best gap between two sessions when the test came 35 days later?')
      await mkdir(results, { recursive: true })
      await xdotool('key', 'Right', 'Return') // the first citation
      for (const theme of ['light', 'dark']) {
        await page.evaluate(async (theme) => {
          const { Settings, SaveSettings } = window.go.app.App
          await SaveSettings({ ...(await Settings()), theme })
        }, theme)
        let seen
        for (const end = Date.now() + patience; !((seen = await marked(theme)).paper > 1000 && seen.ink > 100); await later(300)) {
          assert.ok(Date.now() < end, `${theme}: no words on marked paper: ${JSON.stringify(seen)}`)
        }
        await picture(`${results}mark-${theme}.png`)
      }
    } finally {
      await session.close()
    }
  })
})
