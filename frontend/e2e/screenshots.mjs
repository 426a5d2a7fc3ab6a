/** Takes a picture of each view, light and dark, small and large: node e2e/screenshots.mjs [folder] [view,view] */
import { mkdir } from 'node:fs/promises'
import { open, results } from './browser.mjs'
import { views } from './views.mjs'

const folder = process.argv[2] ?? `${results}screenshots`
const only = process.argv[3]?.split(',')
await mkdir(folder, { recursive: true })

/** The last is a window of 1280x800 at 200 %. */
const sizes = { small: [900, 600, 1], middle: [1280, 800, 1], large: [1920, 1200, 1], zoomed: [640, 400, 2] }

const session = await open()
for (const [size, [width, height, deviceScaleFactor]] of Object.entries(sizes)) {
  for (const dark of [false, true]) {
    for (const [name, { query, go }] of Object.entries(views)) {
      if (only && !only.includes(name)) continue
      const page = await session.page({ query, width, height, dark, deviceScaleFactor })
      await go(page)
      await page.waitForTimeout(120)
      await page.screenshot({ path: `${folder}/${name}-${size}-${dark ? 'dark' : 'light'}.png` })
      if (page.complaints.length) console.log(name, page.complaints)
      await page.context().close()
    }
  }
}
await session.close()
