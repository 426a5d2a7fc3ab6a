import type { Api } from './api'
import type { EventMap, EventName } from './events'
import { problemOf } from './problem'

/** What Wails puts on the window. This file is the only one that knows. */
interface Bound {
  [method: string]: (...args: unknown[]) => Promise<unknown>
}
interface Runtime {
  EventsOn(name: string, listener: (...payload: unknown[]) => void): () => void
  OnFileDrop?(listener: () => void, useDropTarget: boolean): void
  ClipboardSetText(text: string): Promise<boolean>
}
declare global {
  interface Window {
    go?: { app?: { App?: Bound; Window?: Bound } }
    runtime?: Runtime
  }
}

/** Whether the page runs inside Wails (the window, or a browser on its development server). */
function hasWails(): boolean {
  return Boolean(window.go?.app?.App && window.go.app.Window && window.runtime)
}

/** Waits a little for Wails: on its development server the bindings come over a web socket, after the page. */
export async function wailsSoon(patience = 15_000): Promise<boolean> {
  for (const end = Date.now() + patience; !hasWails(); ) {
    if (Date.now() > end || !document.querySelector('script[src^="/wails/"]')) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}

/** The Api over Go methods bound by Wails. */
export function wailsApi(): Api {
  const { App: app, Window: around } = window.go!.app as { App: Bound; Window: Bound }
  const runtime = window.runtime!
  // Windows resolves dropped paths in the page, and only once a listener is registered; the paths come from Go.
  runtime.OnFileDrop?.(() => {}, false)

  const callOf = (bound: Bound) => async <T>(method: string, ...args: unknown[]): Promise<T> => {
    try {
      return (await bound[method]!(...args)) as T
    } catch (thrown) {
      throw problemOf(thrown)
    }
  }
  const call = callOf(app)
  const callWindow = callOf(around)
  const list = async <T>(method: string, ...args: unknown[]): Promise<T[]> => (await call<T[] | null>(method, ...args)) ?? []

  return {
    open: () => callWindow('Open'),
    showFolder: () => callWindow('ShowFolder'),
    quit: () => callWindow('Quit'),
    arrived: () => callWindow('Arrived'),

    modules: () => list('Modules'),
    addFolder: (path, name, confirmed) => call('AddFolder', path, name, confirmed),
    pickFolder: () => call('PickFolder'),
    pickTranscriber: () => call('PickTranscriber'),
    renameModule: (module, name) => call('RenameModule', module, name),
    pauseModule: (module, paused) => call('PauseModule', module, paused),
    removeModule: (module) => call('RemoveModule', module),
    undoRemove: (module) => call('UndoRemove', module),
    sampleCourse: () => list('SampleCourse'),

    documents: (module) => list('Documents', module),
    someDocuments: (module, ids) => list('SomeDocuments', module, ids),
    addPage: (module, address) => call('AddPage', module, address),
    duplicates: (document) => list('Duplicates', document),
    retry: (module, doc) => call('Retry', module, doc),
    unlock: (module, doc, password) => call('Unlock', module, doc, password),
    exclude: (module, doc) => call('Exclude', module, doc),
    include: (module, doc) => call('Include', module, doc),
    openOriginal: (document) => call('OpenOriginal', document),
    reveal: (document) => call('Reveal', document),

    search: (request) => call('Search', request),
    startAsk: (request) => call('StartAsk', request),
    cancelAsk: (ask) => call('CancelAsk', ask),
    askSources: (ask) => list('AskSources', ask),
    answer: (ask) => call('Answer', ask),
    conversations: () => list('Conversations'),
    conversation: (id) => call('Conversation', id),
    deleteConversation: (id) => call('DeleteConversation', id),

    source: (passage) => call('Source', passage),
    pageText: (document, page) => call('PageText', document, page),
    highlights: (document, page, from, to) => list('Highlights', document, page, from, to),
    pagePicture: (document, page, width) => 
      `/preview/page/${document}/${page.number}?w=${width}&v=${encodeURIComponent(page.version ?? '')}`,

    settings: () => call('Settings'),
    saveSettings: (settings) => call('SaveSettings', settings),
    setOpenRouterKey: (key) => call('SetOpenRouterKey', key),
    clearOpenRouterKey: () => call('ClearOpenRouterKey'),
    setTranscriberKey: (key) => call('SetTranscriberKey', key),
    clearTranscriberKey: () => call('ClearTranscriberKey'),
    health: () => call('Health'),

    copyText: async (text) => void (await runtime.ClipboardSetText(text)),
    openExternal: (url) => void call('OpenURL', url).catch(() => {}),
    on: <K extends EventName>(name: K, listener: (payload: EventMap[K]) => void) =>
      runtime.EventsOn(name, (payload) => listener(payload as EventMap[K])),
  }
}
