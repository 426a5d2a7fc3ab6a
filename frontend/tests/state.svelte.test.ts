import { flushSync } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeApi } from '../src/lib/api/fake/fake'
import { Problem } from '../src/lib/api/problem'
import type { DocumentInfo, OllamaModel, SearchAnswer } from '../src/lib/api/types'
import { App } from '../src/lib/state/app.svelte'
import { group } from '../src/lib/state/documents.svelte'
import { Fetcher } from '../src/lib/state/fetcher'

let api: FakeApi
let app: App
let stop: () => void

beforeEach(async () => {
  api = new FakeApi({ pace: 0 })
  app = new App(api)
  stop = app.start()
  await vi.waitFor(() => expect(app.modules.loaded && app.settings.value && app.health.value).toBeTruthy())
  return () => stop()
})

const finished = () => vi.waitFor(() => expect(app.asking.exchanges.at(-1)!.busy).toBe(false))

describe('Fetcher', () => {
  it('turns a burst into two fetches, one after the other', async () => {
    let running = 0
    let most = 0
    const load = vi.fn(async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
    })
    const fetcher = new Fetcher(load)
    await Promise.all(Array.from({ length: 20 }, () => fetcher.refresh()))
    expect(load).toHaveBeenCalledTimes(2)
    expect(most).toBe(1)
  })

  it('can be used again after a failure', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined)
    const fetcher = new Fetcher(load)
    await expect(fetcher.refresh()).rejects.toThrow('no')
    await fetcher.refresh()
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('modules', () => {
  it('adds a folder and opens it', async () => {
    await app.addFolder('/home/robin/Uni/LAW110')
    expect(app.modules.shown.map((m) => m.name)).toContain('LAW110')
    expect(app.nav.view).toEqual({ name: 'module', module: 'law110' })
  })

  it('says that a folder is a module already', async () => {
    await app.addFolder('/home/robin/Uni/LAW110')
    expect(app.toasts.list).toHaveLength(0)
    await app.addFolder('/home/robin/Uni/LAW110')
    expect(app.toasts.list.at(-1)!.text).toMatch(/^Already a module: “LAW110”/)
    expect(app.nav.view).toEqual({ name: 'module', module: 'law110' })
  })

  it('asks before it takes a home folder', async () => {
    api.arrive({ paths: ['/home/robin'] })
    await vi.waitFor(() => expect(app.confirm?.path).toBe('/home/robin'))
    await app.addFolder('/home/robin', true)
    expect(app.modules.find('robin')).toBeTruthy()
  })

  it('takes in what came before the page was there', async () => {
    api = new FakeApi({ pace: 0 })
    api.outside = { paths: ['/home/robin/Uni/LAW110'], link: '' }
    app = new App(api)
    const end = app.start()
    await vi.waitFor(() => expect(app.nav.view).toEqual({ name: 'module', module: 'law110' }))
    expect(api.outside.paths).toEqual([])
    end()
  })

  it('says what is wrong with a single file', async () => {
    await app.addFolder('/home/robin/slides.pdf')
    expect(app.toasts.list.at(-1)).toMatchObject({ tone: 'problem', text: 'That is a file' })
  })

  it('removes with a way back', async () => {
    const module = app.modules.find('how-to-revise')!
    app.asking.scope = ['how-to-revise']
    await app.removeModule(module)
    expect(app.modules.shown).not.toContainEqual(expect.objectContaining({ module: 'how-to-revise' }))
    expect(app.asking.scope).toEqual([])
    app.toasts.list.at(-1)!.action!.run()
    await vi.waitFor(() => expect(app.modules.shown.map((m) => m.module)).toContain('how-to-revise'))
  })

  it('lays progress over the list, and fetches when an event is missing', async () => {
    const fetched = vi.spyOn(api, 'modules')
    api.hub.emit('ingest:progress', { rev: 1, module: 'macroeconomics', done: 30, total: 46, secondsLeft: 9, current: 'x.pdf', currentLeft: 4 })
    expect(app.modules.find('macroeconomics')!.progress.done).toBe(30)
    expect(app.modules.current['macroeconomics']).toEqual({ file: 'x.pdf', left: 4 })
    api.hub.emit('ingest:progress', { rev: 2, module: 'macroeconomics', done: 46, total: 46, secondsLeft: 0, current: 'x.pdf' })
    expect(app.modules.current['macroeconomics']).toBeUndefined()
    expect(fetched).not.toHaveBeenCalled()
    api.hub.emit('ingest:progress', { rev: 4, module: 'macroeconomics', done: 31, total: 46, secondsLeft: 9 })
    expect(fetched).toHaveBeenCalled()
  })
})

describe('documents', () => {
  it('sorts into what needs a look and what is left out', async () => {
    await app.documents.open('how-memory-works')
    expect(app.documents.counts).toEqual({ all: 12, reading: 0, problems: 2, 'left-out': 2 })
    app.documents.filter = 'problems'
    expect(app.documents.shown.map((d) => d.doc)).toEqual(['Past papers/2024.pdf', 'Readings/Craik & Lockhart 1972 (scan).pdf'])
    app.documents.filter = 'all'
    app.documents.words = 'FORGET'
    expect(app.documents.shown).toHaveLength(2)
  })

  it('tries again, excludes and takes back', async () => {
    await app.documents.open('how-memory-works')
    const state = (doc: string) => app.documents.list.find((d) => d.doc === doc)!.state
    await app.documents.retry('')
    expect(state('Past papers/2024.pdf')).toBe('waiting')
    await app.documents.exclude('Revising well.md')
    expect(state('Revising well.md')).toBe('excluded')
    await app.documents.include('Revising well.md')
    expect(state('Revising well.md')).toBe('waiting')
  })

  it('counts a document with pages that could not be read well among the problems', () => {
    const document = { state: 'ready', doubtful_pages: [3] } as DocumentInfo
    expect(group(document)).toBe('problems')
    expect(group({ ...document, doubtful_pages: [] })).toBe('ready')
  })

  it('follows changes of its own module only, and begins each module unfiltered', async () => {
    await app.documents.open('how-memory-works')
    const fetched = vi.spyOn(api, 'someDocuments')
    api.hub.emit('document:changed', { module: 'macroeconomics', ids: [1] })
    expect(fetched).not.toHaveBeenCalled()
    api.hub.emit('document:changed', { module: 'how-memory-works', ids: [1] })
    expect(fetched).toHaveBeenCalledWith('how-memory-works', [1])
    app.documents.filter = 'problems'
    app.documents.words = 'x'
    await app.documents.open('how-to-revise')
    expect(app.documents).toMatchObject({ filter: 'all', words: '' })
  })

  it('has the modules counted again when documents change', async () => {
    const fetched = vi.spyOn(api, 'modules')
    api.hub.emit('document:changed', { module: 'macroeconomics', ids: [1] })
    expect(fetched).toHaveBeenCalled()
  })

  it('does not show the documents of one module under another', async () => {
    const lists: ((list: DocumentInfo[]) => void)[] = []
    vi.spyOn(api, 'documents').mockImplementation(() => new Promise((resolve) => lists.push(resolve)))
    const opened = Promise.all([app.documents.open('macroeconomics'), app.documents.open('how-to-revise')])
    lists[0]!([{ doc: 'of macroeconomics', state: 'ready' } as DocumentInfo])
    await vi.waitFor(() => expect(lists).toHaveLength(2))
    expect(app.documents).toMatchObject({ list: [], loaded: false })
    lists[1]!([{ doc: 'b', state: 'ready' } as DocumentInfo, { doc: 'a 10', state: 'ready' } as DocumentInfo, { doc: 'a 9', state: 'ready' } as DocumentInfo])
    await opened
    expect(app.documents.list.map((d) => d.doc)).toEqual(['a 9', 'a 10', 'b'])
  })

  it('fetches only those that have changed, and leaves the others as they are', async () => {
    await app.documents.open('how-memory-works')
    const [all, some] = [vi.spyOn(api, 'documents'), vi.spyOn(api, 'someDocuments')]
    const [first, second, third] = app.documents.list
    const now = { ...second!, state: 'reading' as const }
    some.mockResolvedValueOnce([now])
    api.hub.emit('document:changed', { module: 'how-memory-works', ids: [second!.id, third!.id] }) // the third has gone
    await vi.waitFor(() => expect(app.documents.list[1]).toBe(now))
    expect(app.documents.list[0]).toBe(first)
    expect(app.documents.list).toHaveLength(11)
    expect(app.documents.list).not.toContain(third)
    expect(some).toHaveBeenCalledExactlyOnceWith('how-memory-works', [second!.id, third!.id])
    expect(all).not.toHaveBeenCalled()
  })

  it('puts a new and a renamed one in their place', async () => {
    await app.documents.open('how-memory-works')
    const [first, second] = app.documents.list
    const last = { ...first!, doc: 'zz.pdf' }
    vi.spyOn(api, 'someDocuments').mockResolvedValueOnce([last, { ...second!, id: 9000, doc: 'aa 2.pdf' }])
    api.hub.emit('document:changed', { module: 'how-memory-works', ids: [first!.id, 9000] })
    await vi.waitFor(() => expect(app.documents.list.at(-1)).toBe(last))
    const names = app.documents.list.map((d) => d.doc)
    expect(names).toHaveLength(13)
    expect(names).toEqual(names.toSorted(new Intl.Collator(undefined, { numeric: true }).compare))
  })

  it('gathers the changes that come while it fetches', async () => {
    await app.documents.open('how-memory-works')
    const some = vi.spyOn(api, 'someDocuments')
    const ids = app.documents.list.map((d) => d.id)
    for (const id of ids) api.hub.emit('document:changed', { module: 'how-memory-works', ids: [id] })
    await vi.waitFor(() => expect(some).toHaveBeenCalledTimes(2))
    expect(some.mock.lastCall![1]).toEqual(ids.slice(1))
  })

  it('fetches all where they are not named, where an event is missing and after a failure', async () => {
    await app.documents.open('how-memory-works')
    const [all, some] = [vi.spyOn(api, 'documents'), vi.spyOn(api, 'someDocuments')]
    const id = app.documents.list[0]!.id
    api.hub.emit('document:changed', { module: 'how-memory-works', ids: [] })
    await vi.waitFor(() => expect(all).toHaveBeenCalledTimes(1))
    api.hub.emit('document:changed', { rev: 1, module: 'how-to-revise', ids: [id] })
    api.hub.emit('document:changed', { rev: 3, module: 'how-to-revise', ids: [id] })
    await vi.waitFor(() => expect(all).toHaveBeenCalledTimes(2))
    expect(some).not.toHaveBeenCalled()
    some.mockRejectedValueOnce(new Problem({ code: 'internal', title: 'Something went wrong', detail: '', action: '' }))
    api.hub.emit('document:changed', { module: 'how-memory-works', ids: [id] })
    await vi.waitFor(() => expect(app.toasts.list.at(-1)?.text).toBe('Something went wrong'))
    api.hub.emit('document:changed', { module: 'how-memory-works', ids: [id] })
    await vi.waitFor(() => expect(all).toHaveBeenCalledTimes(3))
  })

  it('shows only the module that was opened last', async () => {
    await Promise.all([app.documents.open('macroeconomics'), app.documents.open('how-to-revise')])
    expect(app.documents.list.every((d) => d.module === 'how-to-revise')).toBe(true)
    expect(app.documents.list).toHaveLength(3)
  })
})

describe('asking', () => {
  it('streams, then takes the checked answer', async () => {
    api = new FakeApi({ pace: 1 })
    app = new App(api)
    const end = app.start()
    const stages: string[] = []
    const cleanup = $effect.root(() => {
      $effect(() => void stages.push(app.asking.exchanges.at(-1)?.stage ?? ''))
    })
    void app.asking.ask('What are the levels of processing?')
    api.hub.on('ask:event', () => flushSync())
    await finished()
    flushSync()
    cleanup()
    end()
    const exchange = app.asking.exchanges[0]!
    expect(stages).toEqual(expect.arrayContaining(['looking', 'reading', 'writing', 'done']))
    expect(exchange.found).toBe(exchange.sources.length)
    expect(exchange.sources[0]).toMatchObject({ n: 1, where: 'page 3' })
    expect(exchange.answer!.citations).toHaveLength(2)
    expect(exchange.text.trim()).toBe(exchange.answer!.answer)
    expect(app.asking.conversation).toBeGreaterThan(0)
  })

  it('does not lose events that come before the reply to startAsk', async () => {
    vi.spyOn(api, 'startAsk').mockImplementation(async () => {
      api.hub.emit('ask:event', { ask: 'a1', seq: 1, type: 'sources', count: 0 })
      api.hub.emit('ask:event', { ask: 'a1', seq: 2, type: 'text', text: 'early' })
      return { ask: 'a1', conversation: 7 }
    })
    await app.asking.ask('q')
    expect(app.asking.exchanges[0]).toMatchObject({ stage: 'writing', text: 'early' })
  })

  it('passes over repeated and foreign events, and shows a gap', async () => {
    vi.spyOn(api, 'startAsk').mockResolvedValue({ ask: 'a1', conversation: 7 })
    await app.asking.ask('q')
    const text = (ask: string, seq: number, text: string) => api.hub.emit('ask:event', { ask, seq, type: 'text', text })
    text('a1', 1, 'one')
    text('a1', 1, 'one')
    text('other', 2, 'no')
    text('a1', 3, 'three')
    expect(app.asking.exchanges[0]!.text).toBe('one … three')
  })

  it('shows the sources of the newest writer, in whatever order they come', async () => {
    vi.spyOn(api, 'startAsk').mockResolvedValue({ ask: 'a1', conversation: 7 })
    await app.asking.ask('q')
    const source = (doc: string) => ({ n: 1, passage: doc, doc, title: doc, where: '' })
    let first = (_: ReturnType<typeof source>[]) => {}
    vi.spyOn(api, 'askSources')
      .mockReturnValueOnce(new Promise((resolve) => (first = resolve)))
      .mockResolvedValueOnce([source('new.pdf')])
    api.hub.emit('ask:event', { ask: 'a1', seq: 1, type: 'sources', count: 3 })
    expect(app.asking.exchanges[0]).toMatchObject({ stage: 'reading', found: 3, sources: [] })
    api.hub.emit('ask:event', { ask: 'a1', seq: 2, type: 'sources', count: 1 })
    await vi.waitFor(() => expect(app.asking.exchanges[0]!.sources).toHaveLength(1))
    first([source('old.pdf')])
    await Promise.resolve()
    expect(app.asking.exchanges[0]!.sources[0]!.doc).toBe('new.pdf')
  })

  it('shows a conversation as soon as it is kept', async () => {
    const listed = vi.spyOn(api, 'conversations')
    api.hub.emit('conversations:changed', {})
    await vi.waitFor(() => expect(listed).toHaveBeenCalledOnce())
  })

  it('begins anew when another writer takes over', async () => {
    vi.spyOn(api, 'startAsk').mockResolvedValue({ ask: 'a1', conversation: 7 })
    await app.asking.ask('q')
    api.hub.emit('ask:event', { ask: 'a1', seq: 1, type: 'text', text: 'half an ans' })
    api.hub.emit('ask:event', { ask: 'a1', seq: 2, type: 'notice', notice: 'Another writer took over.' })
    api.hub.emit('ask:event', { ask: 'a1', seq: 3, type: 'sources', count: 0 })
    api.hub.emit('ask:event', { ask: 'a1', seq: 4, type: 'text', text: 'whole' })
    expect(app.asking.exchanges[0]).toMatchObject({ text: 'whole', notices: ['Another writer took over.'] })
  })

  it('keeps what was written when it is stopped', async () => {
    const slow = new FakeApi({ pace: 1 })
    const other = new App(slow)
    const end = other.start()
    void other.asking.ask('What are the levels of processing?')
    await vi.waitFor(() => expect(other.asking.running?.text.length ?? 0).toBeGreaterThan(20))
    await other.asking.stop()
    await vi.waitFor(() => expect(other.asking.exchanges[0]!.stage).toBe('done'))
    expect(other.asking.exchanges[0]!.answer).toMatchObject({ stopped: true })
    end()
  })

  it('stops an answer whose id is not known yet', async () => {
    let started = (_: { ask: string; conversation: number }) => {}
    vi.spyOn(api, 'startAsk').mockReturnValue(new Promise((resolve) => (started = resolve)))
    const cancelled = vi.spyOn(api, 'cancelAsk').mockResolvedValue()
    const asked = app.asking.ask('levels')
    await app.asking.stop()
    expect(cancelled).not.toHaveBeenCalled()
    started({ ask: 'a1', conversation: 7 })
    await asked
    expect(cancelled).toHaveBeenCalledWith('a1')
  })

  it('shows why an answer failed, and asks again', async () => {
    const failing = vi.spyOn(api, 'startAsk').mockRejectedValueOnce(new Problem({ code: 'quota', title: 'No credit left', detail: '', action: '' }))
    await app.asking.ask('levels')
    expect(app.asking.exchanges[0]).toMatchObject({ stage: 'failed', problem: { code: 'quota' } })
    failing.mockRestore()
    await app.asking.again(app.asking.exchanges[0]!)
    await finished()
    expect(app.asking.exchanges).toHaveLength(1)
    expect(app.asking.exchanges[0]!.answer?.answered).toBe(true)
  })

  it('speaks whole sentences and the refusal', async () => {
    await app.asking.ask('Who discovered penicillin?')
    await finished()
    expect(app.asking.spoken).toBe('Your material does not seem to answer this.')
  })

  it('asks in the chosen scope and reopens a conversation with it', async () => {
    const start = vi.spyOn(api, 'startAsk')
    app.newQuestion('how-to-revise')
    await app.asking.ask('levels')
    await finished()
    expect(start.mock.lastCall![0].filter.modules).toEqual(['how-to-revise'])
    await app.openConversation(app.asking.conversation)
    expect(app.asking.scope).toEqual(['how-to-revise'])
    expect(app.asking.exchanges[0]).toMatchObject({ question: 'levels', stage: 'done' })
  })

  it('asks one question at a time, the next in the same conversation', async () => {
    const start = vi.spyOn(api, 'startAsk')
    void app.asking.ask('levels')
    await app.asking.ask('retrieval')
    expect(start).toHaveBeenCalledTimes(1)
    await finished()
    await app.asking.ask('retrieval')
    await finished()
    expect(start.mock.lastCall![0].conversation).toBe(app.asking.conversation)
    expect(app.asking.conversation).toBeGreaterThan(0)
    expect(app.asking.exchanges.map((e) => e.question)).toEqual(['levels', 'retrieval'])
  })

  it('stops an answer that was left behind, and does not go back to its conversation', async () => {
    let started = (_: { ask: string; conversation: number }) => {}
    vi.spyOn(api, 'startAsk').mockReturnValue(new Promise((resolve) => (started = resolve)))
    const cancelled = vi.spyOn(api, 'cancelAsk').mockResolvedValue()
    const asked = app.asking.ask('levels')
    app.newQuestion()
    started({ ask: 'a1', conversation: 7 })
    await asked
    expect(cancelled).toHaveBeenCalledWith('a1')
    expect(app.asking.conversation).toBe(0)
    expect(app.asking.exchanges).toEqual([])
  })

  it('stops the answer in the making when another question is begun', async () => {
    vi.spyOn(api, 'startAsk').mockResolvedValue({ ask: 'a1', conversation: 7 })
    const cancelled = vi.spyOn(api, 'cancelAsk').mockResolvedValue()
    await app.asking.ask('levels')
    app.newQuestion()
    expect(cancelled).toHaveBeenCalledWith('a1')
  })

  it('shows a saved conversation with what failed and which sources are gone', async () => {
    const saved = { id: 7, title: 't', modules: null, messages: [
      { id: 1, question: 'one', state: 'failed' as const, answer: null, gone: null, createdAt: 1 },
      { id: 2, question: 'two', state: 'done' as const, answer: null, gone: ['levels'], createdAt: 2 },
    ] }
    vi.spyOn(api, 'conversation').mockResolvedValue(saved)
    await app.openConversation(7)
    expect(app.asking.exchanges[0]).toMatchObject({ stage: 'failed', problem: { code: 'failed' } })
    expect(app.asking.exchanges[1]).toMatchObject({ stage: 'done', gone: ['levels'] })
    expect(app.asking.scope).toEqual([])
  })

  it('has a new conversation in the list of past ones once it is answered', async () => {
    const before = app.history.list.length
    await app.asking.ask('levels')
    await finished()
    await vi.waitFor(() => expect(app.history.list).toHaveLength(before + 1))
    const times = app.history.list.map((c) => c.createdAt)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(app.history.list[0]!.title).toBe('levels')
  })

  it('takes modules in and out of the scope, and forgets only those that are gone', async () => {
    app.asking.toggleScope('how-to-revise')
    app.asking.toggleScope('macroeconomics')
    app.asking.toggleScope('how-memory-works')
    app.asking.toggleScope('macroeconomics')
    expect(app.asking.scope).toEqual(['how-to-revise', 'how-memory-works'])
    await api.removeModule('how-to-revise')
    await vi.waitFor(() => expect(app.asking.scope).toEqual(['how-memory-works']))
  })

  it('forgets a deleted conversation', async () => {
    const { id } = app.history.list[0]!
    await app.openConversation(id)
    await app.deleteConversation(id)
    expect(app.asking.exchanges).toEqual([])
    expect(app.history.list.some((c) => c.id === id)).toBe(false)
  })
})

describe('source', () => {
  it('lights up the quote on its page and nothing on the others', async () => {
    await app.source.show({ passage: 'levels', spans: [[0, 5]], n: 1 })
    expect(app.source.page!.number).toBe(3)
    const [[from, to]] = app.source.spans as [[number, number]]
    expect(Array.from(app.source.page!.text).slice(from, to).join('')).toBe('Craik')
    expect(app.source.boxes).toHaveLength(1)
    await app.source.turnTo(4)
    expect(app.source.boxes).toEqual([])
    expect(app.source.spans).toEqual([])
    await app.source.turnTo(99)
    expect(app.source.page!.number).toBe(4)
  })

  it('says that a source is gone, and recovers', async () => {
    await app.source.show({ passage: 'nowhere', quote: 'kept' })
    expect(app.source.problem).toMatchObject({ code: 'gone' })
    expect(app.source.wanted?.quote).toBe('kept')
    await app.source.show({ passage: 'levels' })
    expect(app.source.problem).toBeNull()
  })

  it('shows the last of two quick clicks', async () => {
    await Promise.all([app.source.show({ passage: 'levels' }), app.source.show({ passage: 'table' })])
    expect(app.source.info!.place.passage).toBe('table')
  })

  it('lights up the words of the quote and not those at the head of the page', async () => {
    await app.source.show({ passage: 'levels', spans: [[2, 5]] })
    const { from } = app.source.info!
    expect(app.source.spans).toEqual([[from + 2, from + 5]])
    await app.source.turnTo(0)
    expect(app.source.page!.number).toBe(3)
  })

  it('stays closed when what it waited for comes', async () => {
    const shown = app.source.show({ passage: 'levels' })
    app.source.close()
    await shown
    expect(app.source).toMatchObject({ open: false, info: null, page: null, busy: false })
  })

  it('opens an address from outside', async () => {
    const show = vi.spyOn(app.source, 'show')
    api.arrive({ link: 'ibid:///open?module=a&doc=b' })
    await vi.waitFor(() => expect(show).toHaveBeenCalledWith({ passage: 'ibid:///open?module=a&doc=b' }))
  })
})

describe('finding', () => {
  it('only the newest words count', async () => {
    const search = vi.spyOn(api, 'search')
    app.finding.words = 'slow'
    const first = app.finding.now([])
    app.finding.words = 'retrieval'
    await Promise.all([first, app.finding.now([])])
    expect(search).toHaveBeenCalledTimes(2)
    expect(app.finding.found!.query).toBe('retrieval')
    app.finding.words = ' '
    await app.finding.now([])
    expect(app.finding.found).toBeNull()
  })

  it('an older answer that comes later does not count', async () => {
    const answers: ((words: string) => void)[] = []
    const search = vi.spyOn(api, 'search').mockImplementation(
      ({ question }) => new Promise((resolve) => answers.push(() => resolve({ query: question } as SearchAnswer))),
    )
    app.finding.words = 'old'
    const old = app.finding.now([])
    app.finding.words = 'new'
    const newer = app.finding.now([])
    answers[1]!('new')
    await newer
    answers[0]!('old')
    await old
    expect(search).toHaveBeenCalledTimes(2)
    expect(app.finding.found!.query).toBe('new')
  })

  it('asks once for words that are typed quickly, and takes back a problem', async () => {
    vi.useFakeTimers()
    try {
      const search = vi.spyOn(api, 'search').mockRejectedValueOnce(new Error('no'))
      app.finding.words = 'retrieval'
      app.finding.later([])
      app.finding.later([])
      await vi.advanceTimersByTimeAsync(1000)
      expect(search).toHaveBeenCalledTimes(1)
      expect(app.finding.problem).not.toBeNull()
      app.finding.later([])
      await vi.advanceTimersByTimeAsync(1000)
      expect(app.finding).toMatchObject({ problem: null, busy: false })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('settings', () => {
  it('saves a change and takes back one that is refused', async () => {
    await app.settings.change((s) => (s.theme = 'dark'))
    expect((await api.settings()).theme).toBe('dark')
    await expect(app.settings.change((s) => (s.ollama_url = 'nonsense'))).rejects.toMatchObject({ code: 'invalid_input' })
    expect(app.settings.value!.ollama_url).toBe('')
  })
})

describe('toasts', () => {
  it('shows a problem once, and stopping on purpose not at all', () => {
    const full = new Problem({ code: 'disk_full', title: 'The disk is full', detail: '', action: '' })
    app.toasts.problem(full)
    app.toasts.problem(full)
    app.toasts.problem(new Problem({ code: 'canceled', title: 'Stopped', detail: '', action: '' }))
    expect(app.toasts.list.map((t) => t.text)).toEqual(['The disk is full'])
  })

  it('keeps the way back from a removal for as long as there is one', async () => {
    const shown = vi.spyOn(app.toasts, 'show')
    await app.removeModule(app.modules.find('how-to-revise')!)
    const { ms } = shown.mock.lastCall![1]!
    expect(ms).toBeGreaterThan(6000)
    expect(ms).toBeLessThanOrEqual(8000)
  })
})

describe('health', () => {
  it('says who would write an answer', () => {
    const model = { name: 'm', size: 1, remote: false, embeds: false }
    const health = app.health.value!
    const writer = (models: OllamaModel[], openrouter = { enabled: false, hasKey: false }, remote = false) => {
      app.health.value = { ...health, ollama: { ...health.ollama, reachable: true, remote, models }, openrouter }
      return app.health.writer
    }
    expect(writer([model])).toBe('Written on this laptop')
    expect(writer([model], undefined, true)).toBe('Written on another computer')
    expect(writer([{ ...model, embeds: true }])).toBe('Quoted on this laptop')
    expect(writer([{ ...model, remote: true }])).toBe('Quoted on this laptop')
    expect(writer([], { enabled: true, hasKey: true })).toBe('Written through OpenRouter')
    expect(writer([], { enabled: false, hasKey: true })).toBe('Quoted on this laptop')
    expect(writer([], { enabled: true, hasKey: false })).toBe('Quoted on this laptop')
  })
})

describe('navigation', () => {
  it('keeps the pane of the source between too narrow and too wide', () => {
    for (const [px, kept] of [[10, 320], [500, 500], [9000, 1200]] as const) {
      app.nav.setSourceWidth(px)
      expect(app.nav.sourceWidth).toBe(kept)
    }
  })
})
