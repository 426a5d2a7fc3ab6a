import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { contentSecurityPolicy } from './csp.ts'

/** Writes the policy into the page; only the dev server, which injects styles by script, gets the looser one. */
function csp(): Plugin {
  let serving = false
  return {
    name: 'ibid-csp',
    configResolved: (config) => void (serving = config.command === 'serve' && !config.isProduction),
    transformIndexHtml: (html) => html.replace('%IBID_CSP%', contentSecurityPolicy(serving)),
  }
}

export default defineConfig({
  plugins: [svelte(), csp()],
  // Wails serves the page from its own scheme in WebKit (Linux, macOS) and WebView2 (Windows).
  build: { target: 'safari16', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false },
  // Svelte's browser build, also under test.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'], testTimeout: 20_000 },
})
