import type { Api } from '../api'
import { Hub } from '../events'
import { Problem } from '../problem'
import type {
  AnswerInfo,
  Arrived,
  AskRequest,
  AskSource,
  Conversation,
  DocumentInfo,
  HealthInfo,
  MessageInfo,
  ModuleInfo,
  OpenedInfo,
  PageInfo,
  SearchAnswer,
  SettingsInfo,
  UnlockedInfo,
} from '../types'
import { whereOf } from '../../text/place'
import { answerTo, placeOf, spanOf } from './answers'
import { page as fakePage, pages, passages, seedDocuments, summarise, wrongPassword } from './course'
import { boxesOf, pagePicture, pageSize } from './picture'

export interface FakeOptions {
  /** No modules yet. */
  empty?: boolean
  /** Twelve modules, one with a long name. */
  many?: boolean
  /** The data folder cannot be opened, until `mend`. */
  closed?: boolean
  /** Milliseconds of a small step; 0 for tests. */
  pace?: number
}

/** The Api without Go: a course in memory, answers from a script, streaming and reading simulated with timers. */
export class FakeApi implements Api {
  readonly hub = new Hub()
  readonly opened: string[] = []
  copied = ''
  outside: Arrived = { paths: [], link: '' }
  readonly pace: number
  #docs: Record<string, DocumentInfo[]> = {}
  #modules: ModuleInfo[] = []
  #conversations: (Conversation & { createdAt: number })[] = []
  #asks = new Map<string, { answer: AnswerInfo; sources: AskSource[]; conversation: number; stop: boolean; timer?: ReturnType<typeof setTimeout> }>()
  #removals = new Map<string, ReturnType<typeof setTimeout>>()
  #next = 1
  #closed: boolean
  #key = false
  #transcriberKey: HealthInfo['transcriberKey'] = ''
  #settings: SettingsInfo = {
    ollama_url: '',
    answer_model: 'auto',
    embedder: 'local',
    vision_model: '',
    transcriber: { with: '', address: '', program: '', model: '', language: '' },
    openrouter: { enabled: false, model: 'meta-llama/llama-3.3-70b-instruct' },
    allow_remote: false,
    retrieval: {
      passages: 6,
      context_tokens: 4096,
      neighbours: { slides: 0, reading: 1, notes: 0, transcript: 1, exam: 0, admin: 0, web: 1, code: 1 },
    },
    prompt_template: 'default',
    work_on_battery: false,
    theme: 'system',
  }

  constructor(options: FakeOptions = {}) {
    this.pace = options.pace ?? 40
    this.#closed = options.closed ?? false
    if (options.empty) return
    this.#docs = seedDocuments()
    this.#modules = Object.entries(this.#docs).map(([module, docs]) => summarise(module, docs))
    while (options.many && this.#modules.length < 12) {
      const name = this.#modules.length === 11 ? 'Foundations of the philosophy of science and its methods '.repeat(3).trim() : `Module ${this.#modules.length + 1}`
      this.#modules.push(summarise(`module-${this.#modules.length + 1}`, [], name))
    }
    this.#remember('What are the levels of processing?', Date.now() - 3_600_000)
    this.#remember('Why does testing yourself work better than re-reading?', Date.now() - 90_000_000)
    this.#remember('Who discovered penicillin?', Date.now() - 300_000_000)
  }

  /** Reads on in the module that is being read, a document at a time. For the browser only. */
  simulate(): void {
    setInterval(() => this.step('macroeconomics'), this.pace * 40)
  }

  step(module: string): void {
    const docs = this.#docs[module]
    const info = this.#modules.find((m) => m.module === module)
    if (!docs || !info || info.state === 'paused') return
    const next = docs.find((d) => d.state === 'reading') ?? docs.find((d) => d.state === 'waiting') ?? docs.find((d) => d.state === 'keyword-ready')
    if (!next) return
    if (next.state === 'waiting') Object.assign(next, { state: 'reading', stage: 'reading' })
    else if (next.state === 'reading') Object.assign(next, { state: 'keyword-ready', stage: '', passages: 44 })
    else Object.assign(next, { state: 'ready' })
    this.#count(module)
    const progress = this.#modules.find((m) => m.module === module)!.progress
    this.hub.emit('ingest:progress', { module, ...progress, current: next.doc })
    this.hub.emit('document:changed', { module, ids: [next.id] })
  }

  /** Does what the problem says to do. */
  mend(): void {
    this.#closed = false
  }

  /** Something comes from outside. */
  arrive(outside: Partial<Arrived>): void {
    this.outside = { paths: [], link: '', ...outside }
    this.hub.emit('arrived', {})
  }

  async open(): Promise<OpenedInfo> {
    const folder = '/home/robin/.local/share/ibid'
    if (!this.#closed) return { folder, problem: null, tryAgain: false }
    const { code, title, detail, action } = problem(
      'corrupt',
      'The index is damaged',
      'The file with the index, the list of your modules and your conversations cannot be read. Your course files are not affected.',
      'Close Ibid and run `ibid doctor --repair`: it saves what can be read and keeps a copy.',
    )
    return { folder, problem: { code, title, detail, action }, tryAgain: true }
  }

  async showFolder(): Promise<void> {
    this.opened.push('data folder')
  }

  async quit(): Promise<void> {
    this.opened.push('quit')
  }

  async arrived(): Promise<Arrived> {
    const arrived = this.outside
    this.outside = { paths: [], link: '' }
    return arrived
  }

  async modules(): Promise<ModuleInfo[]> {
    return structuredClone(this.#modules)
  }

  async addFolder(path: string, name: string, confirmed: boolean): Promise<ModuleInfo> {
    if (/\.\w{2,4}$/.test(path)) {
      throw problem('not_a_folder', 'That is a file', 'A module is a folder; a single file cannot be one.', 'Drop the folder the file is in.')
    }
    if (/^\/home\/\w+\/?$/.test(path) && !confirmed) {
      throw problem(
        'confirm_large',
        'That is a lot of files',
        'This looks like a home folder or has very many files. Reading it may take long.',
        'Choose the folder of one course, or confirm that you mean all of it.',
      )
    }
    const base = path.split('/').filter(Boolean).at(-1) ?? 'module'
    const module = base.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const known = this.#modules.find((m) => m.module === module)
    if (known) return structuredClone(known)
    this.#docs[module] ??= []
    this.#modules.push(summarise(module, this.#docs[module], name || base, path))
    this.hub.emit('modules:changed', {})
    return structuredClone(this.#modules.at(-1)!)
  }

  async pickFolder(): Promise<string> {
    return '/home/robin/Uni/LAW110 Contract law'
  }

  async pickTranscriber(): Promise<string> {
    return (this.#settings.transcriber.program = '/usr/local/bin/whisper-cli')
  }

  async renameModule(module: string, name: string): Promise<void> {
    const info = this.#module(module)
    if (this.#modules.some((m) => m !== info && m.name.toLowerCase() === name.toLowerCase())) {
      throw problem('exists', 'Name already taken', 'There is a module of this name for another folder.', 'Choose another name.')
    }
    info.name = name
    this.hub.emit('modules:changed', {})
  }

  async pauseModule(module: string, paused: boolean): Promise<void> {
    this.#module(module).state = paused ? 'paused' : 'indexing'
    if (!paused) this.#count(module)
    this.hub.emit('modules:changed', {})
  }

  async removeModule(module: string): Promise<{ removeAt: number }> {
    const removeAt = Date.now() + 8000
    Object.assign(this.#module(module), { state: 'removing', removeAt })
    this.hub.emit('modules:changed', {})
    this.#removals.set(
      module,
      setTimeout(() => {
        this.#modules = this.#modules.filter((m) => m.module !== module)
        delete this.#docs[module]
        this.hub.emit('modules:changed', {})
      }, 8000),
    )
    return { removeAt }
  }

  async undoRemove(module: string): Promise<void> {
    clearTimeout(this.#removals.get(module))
    const info = this.#module(module)
    Object.assign(info, { state: 'ready', removeAt: 0 })
    this.#count(module)
    this.hub.emit('modules:changed', {})
  }

  async sampleCourse(): Promise<ModuleInfo[]> {
    const seed = seedDocuments()
    for (const module of ['how-memory-works', 'how-to-revise']) {
      if (this.#docs[module]) continue
      this.#docs[module] = seed[module]!
      this.#modules.push(summarise(module, this.#docs[module]))
    }
    this.hub.emit('modules:changed', {})
    return structuredClone(this.#modules)
  }

  async documents(module: string): Promise<DocumentInfo[]> {
    return structuredClone(this.#docs[module] ?? [])
  }

  async someDocuments(module: string, ids: number[]): Promise<DocumentInfo[]> {
    return structuredClone((this.#docs[module] ?? []).filter((d) => ids.includes(d.id)))
  }

  async addPage(module: string, address: string): Promise<DocumentInfo> {
    await this.#wait(10)
    if (!address.includes('example.org')) {
      throw problem('page_unreachable', 'The site does not answer', 'There is no connection to it, or there is no site of this name.', 'Check the address and your internet connection, then try again.')
    }
    const docs = (this.#docs[module] ??= [])
    let page = docs.find((d) => d.doc === address)
    if (!page) docs.push((page = { id: 9000 + this.#next++, module, doc: address, title: '', state: 'waiting', bytes: 48_000 }))
    Object.assign(page, { state: 'ready', kind: 'web', unit: 'heading', title: 'Memory, explained', pages: 1, passages: 6, fetched: new Date().toISOString() })
    this.#touched(module)
    return structuredClone(page)
  }

  async duplicates(document: number) {
    if (document !== 1) return []
    return [{ place: placeOf('stages'), of: placeOf('plan'), level: 'near' as const }]
  }

  async retry(module: string, doc: string): Promise<void> {
    for (const d of this.#docs[module] ?? []) {
      if (d.state === 'failed' && (!doc || d.doc === doc)) Object.assign(d, { state: 'waiting', problem: null, tries: 0 })
    }
    this.#touched(module)
  }

  /** The password of every locked file is “recall”. */
  async unlock(module: string, doc: string, password: string): Promise<UnlockedInfo> {
    if (password !== 'recall') throw new Problem(wrongPassword)
    for (const d of this.#docs[module] ?? []) {
      if (d.doc === doc) Object.assign(d, { locked: false })
    }
    await this.retry(module, doc)
    return {}
  }

  async exclude(module: string, doc: string): Promise<void> {
    const d = this.#docs[module]?.find((x) => x.doc === doc)
    if (d?.fetched) this.#docs[module] = this.#docs[module]!.filter((x) => x !== d)
    else if (d) Object.assign(d, { state: 'excluded', problem: null, passages: 0, pages: 0, kind: '', doubtful_pages: [] })
    this.#touched(module)
  }

  async include(module: string, doc: string): Promise<void> {
    const d = this.#docs[module]?.find((x) => x.doc === doc)
    if (d) d.state = 'waiting'
    this.#touched(module)
  }

  async openOriginal(document: number): Promise<void> {
    this.opened.push(`original:${document}`)
  }

  async reveal(document: number): Promise<void> {
    this.opened.push(`folder:${document}`)
  }

  async search({ question }: { question: string }): Promise<SearchAnswer> {
    await this.#wait(2)
    const words = question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
    const results = passages
      .map((p) => ({ place: placeOf(p.id), hits: words.filter((w) => placeOf(p.id).text.toLowerCase().includes(w)) }))
      .filter(({ hits }) => hits.length)
      .sort((a, b) => b.hits.length - a.hits.length)
      .map(({ place, hits }, i) => ({
        rank: i + 1,
        score: hits.length / words.length,
        ...place,
        spans: hits.flatMap((w) => spanOf(place.text.toLowerCase(), w)),
      }))
    return {
      query: question,
      standalone: question,
      enough: results.length > 0,
      took_ms: 23,
      searched: { documents: 12, passages: 88, not_indexed: 1 },
      results,
    }
  }

  async startAsk(request: AskRequest): Promise<{ ask: string; conversation: number }> {
    const ask = `ask-${this.#next++}`
    const answer = answerTo(request.question, request.model)
    let saved = this.#conversations.find((c) => c.id === request.conversation)
    if (!saved) {
      saved = { id: this.#next++, title: request.question, modules: request.filter.modules, messages: [], createdAt: Date.now() }
      this.#conversations.push(saved)
    }
    this.#asks.set(ask, { answer, sources: [], conversation: saved.id, stop: false })
    this.hub.emit('conversations:changed', {})
    void this.#write(ask, answer)
    return { ask, conversation: saved.id }
  }

  async cancelAsk(ask: string): Promise<void> {
    const running = this.#asks.get(ask)
    if (running) running.stop = true
  }

  async askSources(ask: string): Promise<AskSource[]> {
    return structuredClone(this.#asks.get(ask)!.sources)
  }

  async answer(ask: string): Promise<AnswerInfo> {
    return structuredClone(this.#asks.get(ask)!.answer)
  }

  async conversations() {
    return this.#conversations.map((c) => ({
      id: c.id,
      title: c.title,
      createdAt: c.createdAt,
      modules: c.modules ?? [],
      count: c.messages?.length ?? 0,
    }))
  }

  async conversation(id: number): Promise<Conversation> {
    const found = this.#conversations.find((c) => c.id === id)
    if (!found) throw problem('not_found', 'Not found', 'There is no such conversation.', '')
    return structuredClone(found)
  }

  async deleteConversation(id: number): Promise<void> {
    this.#conversations = this.#conversations.filter((c) => c.id !== id)
  }

  async source(passage: string) {
    await this.#wait(1)
    const found = passages.find((p) => p.id === passage)
    if (!found) throw problem('gone', 'The source is gone', 'The passage was removed or its file has changed since.', 'Ask again.')
    const document = this.#docs['how-memory-works']!.find((d) => d.doc === found.doc)!
    return {
      document: structuredClone(document),
      place: placeOf(passage),
      page: await this.pageText(document.id, found.page),
      from: found.from,
      to: found.to,
    }
  }

  async pageText(document: number, number: number) {
    const { doc, page, count } = this.#page(document, number)
    const picture = doc.endsWith('.pdf')
    return {
      number,
      count,
      text: page.text,
      blocks: page.blocks,
      width: picture ? pageSize.width : 0,
      height: picture ? pageSize.height : 0,
      hasPicture: picture,
    }
  }

  async highlights(document: number, number: number, from: number, to: number) {
    return boxesOf(this.#page(document, number).page, from, to)
  }

  pagePicture(document: number, { number }: PageInfo): string {
    return pagePicture(this.#page(document, number).page, number)
  }

  async settings(): Promise<SettingsInfo> {
    return structuredClone(this.#settings)
  }

  async saveSettings(settings: SettingsInfo): Promise<void> {
    if (settings.ollama_url && !/^https?:\/\/\S+$/.test(settings.ollama_url)) {
      throw problem('invalid_input', 'That cannot be used', 'The address must begin with http:// or https://.', 'Correct it and try again.')
    }
    const { program } = this.#settings.transcriber
    this.#settings = structuredClone(settings)
    this.#settings.transcriber.program = program
    this.hub.emit('settings:changed', {})
    this.hub.emit('health:changed', {})
  }

  async setOpenRouterKey(key: string): Promise<void> {
    if (!key.startsWith('sk-')) {
      throw problem('key_rejected', 'The key was not accepted', 'OpenRouter did not accept the key.', 'Enter a new key in the settings.')
    }
    this.#key = true
    this.hub.emit('health:changed', {})
  }

  async setTranscriberKey(): Promise<void> {
    this.#transcriberKey = 'keyring'
  }

  async clearTranscriberKey(): Promise<void> {
    this.#transcriberKey = ''
  }

  async clearOpenRouterKey(): Promise<void> {
    this.#key = false
    this.hub.emit('health:changed', {})
  }

  async health(): Promise<HealthInfo> {
    return {
      ollama: {
        reachable: true,
        url: this.#settings.ollama_url || 'http://127.0.0.1:11434',
        remote: false,
        models: [
          { name: 'llama3.2:3b', size: 2_019_000_000, remote: false },
          { name: 'gemma3:1b', size: 815_000_000, remote: false },
          { name: 'nomic-embed-text:latest', size: 274_000_000, remote: false, embeds: true },
          { name: 'gpt-oss:120b-cloud', size: 384, remote: true },
        ],
      },
      openrouter: { enabled: this.#settings.openrouter.enabled, hasKey: this.#key },
      transcriberKey: this.#transcriberKey,
      embedder: { name: 'multilingual-e5-small', ready: true },
      prompts: ['concise', 'default'],
      dataDir: '/home/robin/.local/share/ibid',
      version: '0.1.0',
      ingest: 'here',
    }
  }

  async copyText(text: string): Promise<void> {
    this.copied = text
    await navigator.clipboard?.writeText(text).catch(() => {})
  }

  openExternal(url: string): void {
    this.opened.push(url)
  }

  on: Api['on'] = (name, listener) => this.hub.on(name, listener)

  /** Streams the scripted answer: sources at once, then its words, then the end. */
  async #write(ask: string, answer: AnswerInfo): Promise<void> {
    const running = this.#asks.get(ask)!
    let seq = 0
    const emit = (event: object) => this.hub.emit('ask:event', { ask, seq: ++seq, ...event } as never)
    const cited = answer.citations ?? answer.refusal?.closest ?? []
    running.sources = [...cited, ...(answer.answered ? [placeOf('why'), placeOf('working')] : [])].map(
      (p, i): AskSource => ({ n: i + 1, passage: p.passage, doc: p.doc, title: p.title, where: whereOf(p) }),
    )
    await this.#wait(6)
    emit({ type: 'sources', count: running.sources.length })
    await this.#wait(30)
    let text = ''
    for (const word of (answer.answer ?? '').match(/\S+\s*/g) ?? []) {
      if (running.stop) break
      text += word
      emit({ type: 'text', text: word })
      await this.#wait(1)
    }
    if (running.stop) {
      running.answer = { ...answer, answer: text, stopped: true, sentences: [] }
    }
    const conversation = this.#conversations.find((c) => c.id === running.conversation)
    conversation?.messages?.push({
      id: this.#next++, question: answer.question, state: 'done', answer: running.answer, gone: [], createdAt: Date.now(),
    })
    emit({ type: 'done' })
    this.hub.emit('conversations:changed', {})
  }

  #remember(question: string, createdAt: number): void {
    const message: MessageInfo = { id: this.#next++, question, state: 'done', answer: answerTo(question, 'auto'), gone: [], createdAt }
    if (question.includes('testing')) message.gone = ['plan']
    this.#conversations.push({ id: this.#next++, title: question, modules: ['how-memory-works'], messages: [message], createdAt })
  }

  #module(module: string): ModuleInfo {
    const found = this.#modules.find((m) => m.module === module)
    if (!found) throw problem('not_found', 'Not found', 'There is no such module.', '')
    return found
  }

  #count(module: string): void {
    this.#modules = this.#modules.map((m) => (m.module === module ? summarise(module, this.#docs[module] ?? [], m.name, m.dir) : m))
  }

  #touched(module: string): void {
    this.#count(module)
    this.hub.emit('document:changed', { module, ids: [] })
    this.hub.emit('modules:changed', {})
  }

  #page(document: number, number: number) {
    const doc = Object.values(this.#docs).flat().find((d) => d.id === document)?.doc ?? ''
    const all = pages[doc] ?? []
    return { doc, count: all.length || 1, page: all[number - 1] ?? fakePage([['paragraph', 'This page is empty.']]) }
  }

  #wait(steps: number): Promise<void> {
    return this.pace ? new Promise((resolve) => setTimeout(resolve, this.pace * steps)) : Promise.resolve()
  }
}

function problem(code: string, title: string, detail: string, action: string): Problem {
  return new Problem({ code, title, detail, action })
}
