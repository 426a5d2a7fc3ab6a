/** The real window on its display: a pointer and a keyboard for it. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { setTimeout as later } from 'node:timers/promises'
import { promisify } from 'node:util'

export const run = promisify(execFile)
export const xdotool = (...args) => run('xdotool', args.map(String))

/** Whether there is a window and a hand for it. */
export function hasWindow() {
  return Boolean(process.env.IBID_URL && process.env.DISPLAY) && spawnSync('xdotool', ['version']).status === 0
}

/** Types a question into the window and returns the conversation, which a page on the same program can see. */
export async function askInWindow(page, question, patience = 60_000) {
  const newest = () =>
    page.evaluate(async () => {
      const { Conversations, Conversation } = window.go.app.App
      const [first] = await Conversations()
      return first ? await Conversation(first.id) : { id: 0, messages: [] }
    })
  const before = (await newest()).id
  const { stdout: window } = await xdotool('search', '--onlyvisible', '--name', '^Ibid$')
  await xdotool('windowfocus', '--sync', window.trim(), 'key', 'ctrl+k')
  await xdotool('type', '--delay', 20, question)
  await xdotool('key', 'Return')
  for (const end = Date.now() + patience; ; await later(300)) {
    const { id, messages } = await newest()
    if (id !== before && messages[0]?.answer?.model) return messages
    assert.ok(Date.now() < end, 'no question was answered in the window')
  }
}

/** A picture of the display. */
export const picture = (path) => run('import', ['-window', 'root', path])
