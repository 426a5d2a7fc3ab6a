import type { Api } from '../api/api'
import type { EventMap } from '../api/events'
import type { DocumentInfo, UnlockedInfo } from '../api/types'
import { Fetcher } from './fetcher'

export type Filter = 'all' | 'reading' | 'problems' | 'left-out'

const collator = new Intl.Collator(undefined, { numeric: true })

const byName = (a: DocumentInfo, b: DocumentInfo) => collator.compare(a.doc, b.doc)

/** The list with the documents of `ids` as they are now; those that are not among them any more have gone. The others stay the same objects. */
function updated(list: DocumentInfo[], ids: number[], now: DocumentInfo[]): DocumentInfo[] {
  const fresh = new Map(now.map((d) => [d.id, d]))
  const asked = new Set(ids)
  let order = true
  const out = list.flatMap((old) => {
    if (!asked.has(old.id)) return [old]
    const document = fresh.get(old.id)
    fresh.delete(old.id)
    order &&= !document || document.doc === old.doc
    return document ? [document] : []
  })
  return order && !fresh.size ? out : [...out, ...fresh.values()].sort(byName)
}

/** Which of the lists a document is in. */
export function group(document: DocumentInfo): Exclude<Filter, 'all'> | 'ready' {
  switch (document.state) {
    case 'waiting':
    case 'reading':
    case 'keyword-ready':
      return 'reading'
    case 'failed':
    case 'missing':
      return 'problems'
    case 'skipped':
    case 'excluded':
      return 'left-out'
    default:
      return document.doubtful_pages?.length ? 'problems' : 'ready'
  }
}

/** The documents of the module that is on screen. */
export class Documents {
  module = $state('')
  list = $state.raw<DocumentInfo[]>([])
  loaded = $state(false)
  filter = $state<Filter>('all')
  words = $state('')
  /** What is to be fetched: everything, or the documents with these ids. */
  #all = true
  #changed = new Set<number>()
  #fetcher = new Fetcher(() => this.#fetch())

  constructor(readonly api: Api) {}

  /** In a large module the list is megabytes, and while it is read it changes all the time: only what has changed is fetched. */
  async #fetch(): Promise<void> {
    const [module, all, ids] = [this.module, this.#all, [...this.#changed]]
    this.#all = false
    this.#changed.clear()
    if (!module || (!all && !ids.length)) return
    try {
      const list = all ? await this.api.documents(module) : await this.api.someDocuments(module, ids)
      if (module !== this.module) return
      this.list = all ? list.toSorted(byName) : updated(this.list, ids, list)
      this.loaded = true
    } catch (thrown) {
      this.#all = true
      throw thrown
    }
  }

  counts = $derived({
    all: this.list.length,
    reading: this.list.filter((d) => group(d) === 'reading').length,
    problems: this.list.filter((d) => group(d) === 'problems').length,
    'left-out': this.list.filter((d) => group(d) === 'left-out').length,
  })

  shown = $derived.by(() => {
    const words = this.words.trim().toLocaleLowerCase()
    return this.list.filter(
      (d) =>
        (this.filter === 'all' || group(d) === this.filter) &&
        (!words || `${d.doc} ${d.title}`.toLocaleLowerCase().includes(words)),
    )
  })

  async open(module: string): Promise<void> {
    if (module !== this.module) {
      this.module = module
      this.list = []
      this.loaded = false
      this.#changed.clear()
      this.filter = 'all'
      this.words = ''
    }
    await this.refresh()
  }

  refresh = (): Promise<void> => {
    this.#all = true
    return this.#fetcher.refresh()
  }

  async changed({ module, ids }: EventMap['document:changed']): Promise<void> {
    if (module !== this.module) return
    if (!ids?.length) return this.refresh()
    for (const id of ids) this.#changed.add(id)
    return this.#fetcher.refresh()
  }

  async addPage(address: string): Promise<void> {
    const module = this.module
    await this.api.addPage(module, address)
    if (module === this.module) await this.refresh()
  }

  async retry(doc: string): Promise<void> {
    await this.api.retry(this.module, doc)
    await this.refresh()
  }

  async unlock(doc: string, password: string): Promise<UnlockedInfo> {
    const done = await this.api.unlock(this.module, doc, password)
    await this.refresh()
    return done
  }

  async exclude(doc: string): Promise<void> {
    await this.api.exclude(this.module, doc)
    await this.refresh()
  }

  async include(doc: string): Promise<void> {
    await this.api.include(this.module, doc)
    await this.refresh()
  }
}
