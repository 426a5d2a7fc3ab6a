/**
 * How the real window starts: over a data folder that does not open, and while there is a window on the same data already.
 * Each test starts windows of its own.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { results } from './browser.mjs'
import { hasWindow, picture, run, xdotool } from './display.mjs'

const { IBID_BIN } = process.env
const patience = 60_000
const started = []
const folders = []

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** Starts the program; `said` is what it writes on standard error. */
async function start(args, env = {}) {
  const assetdir = fileURLToPath(new URL('../dist', import.meta.url))
  const devserver = `127.0.0.1:${await freePort()}`
  const child = spawn(IBID_BIN, args, { env: { ...process.env, assetdir, devserver, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  child.said = ''
  child.stderr.on('data', (part) => (child.said += part))
  started.push(child)
  return child
}

async function until(what, there) {
  for (const end = Date.now() + patience; !(await there()); await later(200)) assert.ok(Date.now() < end, what)
}

/** The window of a process, once it is on the display and has drawn its page. */
async function windowOf({ pid }) {
  let id = ''
  await until('the window is there', async () => {
    const found = await xdotool('search', '--all', '--onlyvisible', '--pid', pid, '--name', '^Ibid$').catch(() => ({ stdout: '' }))
    return (id = found.stdout.trim().split('\n')[0])
  })
  const colours = async () => Number((await run('sh', ['-c', `import -window ${id} -resize 25% rgb:- | od -An -v -tx1 -w3 | sort -u | wc -l`])).stdout)
  await until('the page is drawn', async () => (await colours()) > 8)
  const shown = async () => (await run('sh', ['-c', `import -window ${id} rgb:- | sha256sum`])).stdout
  let before = ''
  await until('the page stands still', async () => before === (before = await shown()))
  return id
}

const exists = (path) => access(path).then(() => true, () => false)
const exited = (child) => child.exitCode ?? once(child, 'exit').then(([code]) => code)

/** A data folder that is not there yet. */
async function dataFolder() {
  folders.push(await mkdtemp(join(tmpdir(), 'ibid-start-')))
  return join(folders.at(-1), 'data')
}

/** A data folder whose index is no database. */
async function damaged() {
  const dir = await dataFolder()
  await mkdir(dir)
  await writeFile(join(dir, 'ibid.db'), 'this is no database at all')
  return dir
}

after(async () => {
  started.forEach((child) => child.kill('SIGKILL'))
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe('the start of the window', { timeout: 4 * patience, skip: hasWindow() && IBID_BIN ? false : 'only on the real window' }, () => {
  for (const theme of ['light', 'dark']) {
    test(`a data folder that does not open is told in the window, ${theme}, which ends with its button`, async () => {
      const child = await start(['--data', await damaged()], theme === 'dark' ? { GTK_THEME: 'Adwaita:dark' } : {})
      const id = await windowOf(child)
      await mkdir(results, { recursive: true })
      await picture(`${results}not-open-${theme}.png`)
      await xdotool('windowfocus', '--sync', id, 'key', 'Tab', 'Tab', 'Tab', 'Return') // try again, open folder, quit
      assert.equal(await exited(child), 1)
      assert.match(child.said, /The index is damaged/)
    })
  }

  test('what was mended opens', async () => {
    const dir = await damaged()
    const child = await start(['--data', dir])
    const id = await windowOf(child)
    await rm(join(dir, 'ibid.db'))
    await xdotool('windowfocus', '--sync', id, 'key', 'Tab', 'Return')
    await until('there is a new index', () => exists(join(dir, 'ibid.db')))
    const { stdout } = await run(IBID_BIN, ['modules', '--json', '--data', dir])
    assert.equal(stdout, '')
    await picture(`${results}not-open-mended.png`)
  })

  test('a second start hands its folder to the window that is there, and leaves', { skip: spawnSync('dbus-daemon', ['--version']).error ? 'dbus-daemon is missing' : false }, async () => {
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], { stdio: ['ignore', 'pipe', 'ignore'] })
    started.push(bus)
    const [address] = await once(bus.stdout, 'data')
    const env = { DBUS_SESSION_BUS_ADDRESS: String(address).trim() }
    const dir = await dataFolder()
    await windowOf(await start(['--data', dir], env))
    await until('the data folder is open', () => exists(join(dir, 'ibid.db')))
    const course = fileURLToPath(new URL('../../build/sample/How to revise', import.meta.url))
    const second = await start(['--data', dir, course], env)
    await exited(second)
    assert.equal(second.said.match(/^ibid:.*/m), null)
    await until('the folder is a module', async () => (await run(IBID_BIN, ['modules', '--json', '--data', dir])).stdout.includes('How to revise'))
  })
})
