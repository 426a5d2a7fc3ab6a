import type { Api } from '../api/api'
import type { DocumentInfo } from '../api/types'
import { Fetcher } from './fetcher'

export type Filter = 'all' | 'reading' | 'problems' | 'left-out'

const byName = new Intl.Collator(undefined, { numeric: true })

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
  #fetcher: Fetcher

  constructor(readonly api: Api) {
    this.#fetcher = new Fetcher(async () => {
      const module = this.module
      if (!module) return
      const list = await this.api.documents(module)
      if (module !== this.module) return
      this.list = list.toSorted((a, b) => byName.compare(a.doc, b.doc))
      this.loaded = true
    })
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
      this.filter = 'all'
      this.words = ''
    }
    await this.refresh()
  }

  refresh = (): Promise<void> => this.#fetcher.refresh()

  changed(event: { module: string }): void {
    if (event.module === this.module) void this.refresh()
  }

  async retry(doc: string): Promise<void> {
    await this.api.retry(this.module, doc)
    await this.refresh()
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
