/**
 * A folder is dropped on the real window, as a file manager does it: a drag source offers its address, a pointer carries it
 * over and lets go. What came of it is asked of the command line, on the same data.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { open, results } from './browser.mjs'
import { askInWindow, hasWindow, picture, run, xdotool } from './display.mjs'

const { IBID_BIN, IBID_DATA, IBID_URL } = process.env
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const patience = 180_000

function skip() {
  if (!IBID_URL || !IBID_BIN || !IBID_DATA) return 'only on the real window'
  if (!hasWindow()) return 'no display, or no xdotool'
  if (spawnSync('/usr/bin/python3', ['-c', 'import gi; gi.require_version("Gtk", "3.0")']).status !== 0) return 'python3-gi with GTK 3 is missing'
  return false
}

/** Carries a path from the square in the corner to the middle of the window and returns how that ended. */
async function drop(path) {
  const source = spawn(here('drag.py'), [path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = []
  createInterface({ input: source.stdout }).on('line', (word) => said.push(word))
  const until = async (words, step = async () => {}) => {
    for (const end = Date.now() + patience; !words.includes(said.at(-1)); ) {
      assert.ok(Date.now() < end && source.exitCode === null, `${words.join(' or ')} did not come; it said ${said.join(', ')}`)
      await step()
      await later(50)
    }
    return said.at(-1)
  }
  try {
    await until(['ready'])
    await xdotool('mousemove', 15, 15, 'mousedown', 1)
    let at = 0
    // The window answers to movements only, so the pointer keeps moving until it does.
    await until(['accepted'], () => xdotool('mousemove', 640 + (at++ % 7), 360 + (at % 5)))
    await xdotool('mouseup', 1)
    return await until(['dropped', 'failed'])
  } finally {
    await xdotool('mouseup', 1)
    source.kill()
  }
}

/** The modules as the command line sees them, keyed by name, once each of the names is there and all are read. */
async function readyModules(...names) {
  for (const end = Date.now() + patience; ; await later(300)) {
    const { stdout } = await run(IBID_BIN, ['modules', '--json', '--data', IBID_DATA])
    const modules = Object.fromEntries(stdout.trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)).map((m) => [m.name, m]))
    if (names.every((name) => modules[name]?.state === 'ready')) return modules
    assert.ok(Date.now() < end, `no module of the dropped folder: ${stdout}`)
  }
}

describe('a drop on the window', { skip: skip() }, () => {
  const course = here('../../build/sample/')

  test('a folder becomes a module and is read', async () => {
    assert.equal(await drop(`${course}How to revise`), 'dropped')
    const module = (await readyModules('How to revise'))['How to revise']
    assert.equal(module.documents, 4)
    assert.equal(module.failed, 0)
  })

  // The window shows the module now. An address of this computer is refused, which the log says, so that nothing is fetched.
  test('a link is offered as a web page, and fetched when that is confirmed', async () => {
    assert.equal(await drop('http://127.0.0.1:9/memory'), 'dropped')
    const { stdout: window } = await xdotool('search', '--onlyvisible', '--name', '^Ibid$')
    await xdotool('windowfocus', '--sync', window.trim())
    await later(1000)
    const log = () => readFile(`${IBID_DATA}/logs/ibid.log`, 'utf8').catch(() => '')
    assert.doesNotMatch(await log(), /fetch web page/, 'nothing is fetched before')
    await xdotool('key', 'Return')
    for (const end = Date.now() + 20_000; !/fetch web page.*not on the public net/.test(await log()); await later(200)) {
      assert.ok(Date.now() < end, `the address was not asked for: ${await log()}`)
    }
    assert.equal(Object.keys(await readyModules('How to revise')).length, 1)
  })

  // WebKit opens what a page does not take, and then there is no Ibid in the window any more.
  test('the window is still Ibid: it takes another, and a question', async () => {
    assert.equal(await drop(`${course}How memory works`), 'dropped')
    const modules = await readyModules('How to revise', 'How memory works')
    assert.equal(Object.keys(modules).length, 2)
    const session = await open()
    try {
      const messages = await askInWindow(await session.page(), 'How long does echoic memory hold what was heard?')
      assert.match(messages[0].question, /^How long does echoic memory/)
      assert.match(JSON.stringify(messages[0].answer), /four seconds/)
    } finally {
      await session.close()
    }
    await mkdir(results, { recursive: true })
    await picture(`${results}drop.png`)
  })
})
