import { getContext, setContext } from 'svelte'
import type { Api } from '../api/api'
import type { Unsubscribe } from '../api/events'
import type { ModuleInfo } from '../api/types'
import { problemOf } from '../api/problem'
import { shownName } from '../text/name'
import { Asking } from './asking.svelte'
import { Documents } from './documents.svelte'
import { Finding } from './finding.svelte'
import { Health } from './health.svelte'
import { History } from './history.svelte'
import { Modules } from './modules.svelte'
import { Navigation } from './navigation.svelte'
import { Settings } from './settings.svelte'
import { Source } from './source.svelte'
import { Toasts } from './toasts.svelte'

/** All state of the window: a snapshot on load, events after. */
export class App {
  readonly nav = new Navigation()
  readonly toasts = new Toasts()
  readonly modules: Modules
  readonly documents: Documents
  readonly asking: Asking
  readonly finding: Finding
  readonly history: History
  readonly settings: Settings
  readonly health: Health
  readonly source: Source
  /** A folder that wants a second word before it becomes a module. */
  confirm = $state.raw<{ path: string; title: string; detail: string } | null>(null)
  adding = $state(false)
  /** The address of a web page that may be added to the module on screen; null = none is being written. */
  page = $state<string | null>(null)
  #rev = 0

  constructor(readonly api: Api) {
    this.modules = new Modules(api)
    this.documents = new Documents(api)
    this.history = new History(api)
    this.asking = new Asking(api)
    this.finding = new Finding(api)
    this.settings = new Settings(api)
    this.health = new Health(api)
    this.source = new Source(api)
  }

  /** Listens first and fetches then, so that nothing falls between. */
  start(): Unsubscribe {
    const refresh = (load: () => Promise<void>) => () => void load().catch((thrown) => this.toasts.problem(thrown))
    const modules = async () => {
      await this.modules.refresh()
      this.asking.keepScope(this.modules.shown.map((m) => m.module))
    }
    const stops = [
      this.api.on('modules:changed', refresh(modules)),
      this.api.on('ingest:progress', (e) => {
        this.modules.progressed(e)
        this.#counted(e.rev)
      }),
      this.api.on('document:changed', (e) => {
        refresh(() => this.documents.changed(e))()
        refresh(this.modules.refresh)() // how many are found by words and by meaning
        this.#counted(e.rev)
      }),
      this.api.on('ask:event', (e) => this.asking.receive(e)),
      this.api.on('settings:changed', refresh(this.settings.refresh)),
      this.api.on('health:changed', refresh(this.health.refresh)),
      this.api.on('conversations:changed', refresh(this.history.refresh)),
      this.api.on('arrived', refresh(this.#fetchArrived)),
    ]
    for (const load of [this.settings.refresh, this.health.refresh, this.history.refresh]) refresh(load)()
    refresh(() => modules().then(this.#fetchArrived))()
    return () => stops.forEach((stop) => stop())
  }

  /** Events are numbered: where one is missing, everything is fetched anew. */
  #counted(rev: number | undefined): void {
    if (!rev) return
    const gap = this.#rev > 0 && rev !== this.#rev + 1
    this.#rev = rev
    if (!gap) return
    void this.attempt(this.modules.refresh)
    void this.attempt(this.documents.refresh)
  }

  /** Does something that may fail and shows what went wrong. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (thrown) {
      this.toasts.problem(thrown)
      return undefined
    }
  }

  /** Takes in what came from outside: with the start, a second start or a drop. */
  #fetchArrived = async (): Promise<void> => {
    const { paths, link } = await this.api.arrived()
    if (link) this.openPassage(link)
    for (const path of paths) await this.addFolder(path)
  }

  /** Opens a passage, by its id or by an ibid: address, where it can be seen. */
  openPassage(passage: string): void {
    this.nav.go({ name: 'ask' })
    void this.source.show({ passage })
  }

  async chooseFolder(): Promise<void> {
    const path = await this.attempt(() => this.api.pickFolder())
    if (path) await this.addFolder(path)
  }

  async addFolder(path: string, confirmed = false): Promise<void> {
    this.adding = true
    try {
      const before = this.modules.shown.map((m) => m.module)
      const module = await this.modules.add(path, confirmed)
      if (before.includes(module.module)) {
        this.toasts.show(`Already a module: “${shownName(module.name)}”. Its folder is looked through again.`)
      }
      this.openModule(module.module)
    } catch (thrown) {
      const problem = problemOf(thrown)
      if (problem.code === 'confirm_large' || problem.code === 'confirm_home') this.confirm = { path, title: problem.title, detail: problem.detail }
      else this.toasts.problem(problem)
    } finally {
      this.adding = false
    }
  }

  async addSample(): Promise<void> {
    this.adding = true
    const added = await this.attempt(() => this.modules.addSample())
    this.adding = false
    if (added?.[0]) this.openModule(added[0].module)
  }

  openModule(module: string): void {
    this.page = null
    this.nav.go({ name: 'module', module })
    void this.attempt(() => this.documents.open(module))
  }

  /** Has the student look at an address that was pasted or dropped, where there is a module to add its page to. */
  offerPage(address: string): boolean {
    if (!address || this.nav.view.name !== 'module') return false
    this.page = address
    return true
  }

  async removeModule(module: ModuleInfo): Promise<void> {
    const removeAt = await this.attempt(() => this.modules.remove(module.module))
    if (removeAt === undefined) return
    this.nav.go({ name: 'ask' })
    this.source.close()
    this.asking.keepScope(this.modules.shown.map((m) => m.module))
    this.toasts.show(`“${shownName(module.name)}” is removed from Ibid. Your files stay where they are; conversations keep what they quote.`, {
      ms: Math.max(1000, removeAt - Date.now()),
      action: {
        label: 'Undo',
        run: () => void this.attempt(() => this.modules.undoRemove(module.module)).then(() => this.openModule(module.module)),
      },
    })
  }

  /** A new question, in the scope of one module if given. */
  newQuestion(module?: string): void {
    this.asking.fresh()
    this.source.close()
    if (module) this.asking.scope = [module]
    this.nav.go({ name: 'ask' })
    focusOn('[data-question]')
  }

  /** Back to the question at hand; what Find has opened stays there. */
  openQuestion(): void {
    if (this.source.wanted?.owner === 'find') this.source.close()
    this.nav.go({ name: 'ask' })
    focusOn('[data-question]')
  }

  openFind(): void {
    if (this.source.wanted?.owner !== 'find') this.source.close()
    this.nav.go({ name: 'find' })
    focusOn('[data-find]')
  }

  async openConversation(id: number): Promise<void> {
    const conversation = await this.attempt(() => this.api.conversation(id))
    if (!conversation) return
    this.source.close()
    this.asking.show(conversation)
    this.asking.keepScope(this.modules.shown.map((m) => m.module))
    this.nav.go({ name: 'ask' })
  }

  async deleteConversation(id: number): Promise<void> {
    await this.attempt(() => this.history.remove(id))
    if (this.asking.conversation === id) this.asking.fresh()
  }
}

/** Moves the cursor to a box, once it is there. */
function focusOn(box: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(box)?.focus())
}

const KEY = Symbol('app')
export const provideApp = (app: App): App => setContext(KEY, app)
export const useApp = (): App => getContext<App>(KEY)
