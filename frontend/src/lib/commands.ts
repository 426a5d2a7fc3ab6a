import type { App } from './state/app.svelte'

/** Something the student can do by key; settings list them from here, so that the list cannot be wrong. */
export interface Command {
  id: string
  label: string
  /** 'mod' is Ctrl, or ⌘ on a Mac. */
  keys: string
  enabled: (app: App) => boolean
  run: (app: App) => void
}

const always = () => true

export const commands: Command[] = [
  {
    id: 'ask',
    label: 'Go to the question box',
    keys: 'mod+k',
    enabled: always,
    run: (app) => app.openQuestion(),
  },
  { id: 'new', label: 'New question', keys: 'mod+n', enabled: always, run: (app) => app.newQuestion() },
  {
    id: 'find',
    label: 'Find in your material',
    keys: 'mod+f',
    enabled: always,
    run: (app) => app.openFind(),
  },
  { id: 'add', label: 'Add a folder', keys: 'mod+o', enabled: always, run: (app) => void app.chooseFolder() },
  { id: 'sidebar', label: 'Show or hide the side bar', keys: 'mod+b', enabled: always, run: (app) => app.nav.toggleSideBar() },
  { id: 'settings', label: 'Settings', keys: 'mod+,', enabled: always, run: (app) => app.nav.go({ name: 'settings' }) },
  {
    id: 'close',
    label: 'Close the source, or stop the answer',
    keys: 'escape',
    enabled: (app) => app.source.open || Boolean(app.asking.running),
    run: (app) => {
      if (app.source.open) app.source.close()
      else void app.attempt(() => app.asking.stop())
    },
  },
  {
    id: 'previous-page',
    label: 'Previous page of the source',
    keys: 'alt+arrowleft',
    enabled: (app) => app.source.open,
    run: (app) => void app.source.turnTo((app.source.page?.number ?? 1) - 1),
  },
  {
    id: 'next-page',
    label: 'Next page of the source',
    keys: 'alt+arrowright',
    enabled: (app) => app.source.open,
    run: (app) => void app.source.turnTo((app.source.page?.number ?? 0) + 1),
  },
]

const isMac = /Mac/.test(globalThis.navigator?.platform ?? '')

type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key press is the one a command names. */
export function matches(keys: string, event: Stroke, mac = isMac): boolean {
  const parts = keys.split('+')
  const mod = mac ? event.metaKey : event.ctrlKey
  const other = mac ? event.ctrlKey : event.metaKey
  return (
    event.key.toLowerCase() === parts.at(-1) &&
    mod === parts.includes('mod') &&
    event.altKey === parts.includes('alt') &&
    !other &&
    !event.shiftKey
  )
}

/** Keys as one reads them: 'Ctrl K', '⌘ K'. */
export function keyNames(keys: string, mac = isMac): string[] {
  const names: Record<string, string> = {
    mod: mac ? '⌘' : 'Ctrl',
    alt: mac ? '⌥' : 'Alt',
    escape: 'Esc',
    arrowleft: '←',
    arrowright: '→',
  }
  return keys.split('+').map((key) => names[key] ?? key.toUpperCase())
}

/** Runs the command of a key press; true when there was one. */
export function dispatch(app: App, event: Stroke): boolean {
  const command = commands.find((c) => matches(c.keys, event) && c.enabled(app))
  command?.run(app)
  return Boolean(command)
}
