/**
 * The browser and the page under test. Without IBID_URL a preview of the built page over the fake program is started;
 * with it, the tests run against whatever serves there: the development server of the real program.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Whether the tests talk to Go. */
export const real = Boolean(process.env.IBID_URL)
export const canRun = existsSync(chromiumPath)
/** On its development server Wails mounts an overlay of its own, which stumbles and is styled inline: not the page's fault. */
export const expected = (complaint) => real && /style-src|\/wails\/ipc\.js/.test(complaint)
export const results = `${root}test-results/`

export async function open() {
  const server = real ? null : await preview({ root, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } })
  const base = process.env.IBID_URL ?? server.resolvedUrls.local[0]
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  return {
    base,
    /** A page of its own; `query` only means something to the fake. */
    async page({ query = 'fake&still&pace=4', width = 1280, height = 800, dark = false, ...rest } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        ...rest,
      })
      const page = await context.newPage()
      page.complaints = []
      page.on('pageerror', (error) => page.complaints.push(error.stack))
      page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()))
      page.outside = []
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (!['data:', 'blob:'].includes(url.protocol) && url.host !== new URL(base).host) page.outside.push(request.url())
      })
      await page.goto(real ? base : `${base}?${query}`)
      await page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('button', { name: 'Quit' })).waitFor()
      return page
    },
    async close() {
      await browser.close()
      await server?.close()
    },
  }
}
