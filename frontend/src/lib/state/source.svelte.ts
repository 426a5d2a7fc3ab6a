import type { Api } from '../api/api'
import { problemOf, type Problem } from '../api/problem'
import type { Box, PageInfo, SourceInfo, Span } from '../api/types'
import { shiftSpans } from '../text/spans'

/** What is asked to be shown: a passage, what to light up in it, and how the answer names it. */
export interface Wanted {
  /** Its id, or an ibid: address. */
  passage: string
  /** Ranges of the passage's text; none lights up the whole passage. */
  spans?: readonly Span[] | null
  quote?: string
  n?: number
  /** Which answer the number belongs to. */
  owner?: string
}

/** The source beside the answer: a page of a document, with the cited words lit up on the page they are from. */
export class Source {
  wanted = $state.raw<Wanted | null>(null)
  info = $state.raw<SourceInfo | null>(null)
  page = $state.raw<PageInfo | null>(null)
  boxes = $state.raw<Box[]>([])
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  #turn = 0

  constructor(readonly api: Api) {}

  open = $derived(this.wanted !== null)
  home = $derived(this.info?.page.number ?? 0)
  count = $derived(this.info?.page.count ?? this.info?.document.pages ?? 1)
  atHome = $derived(this.page?.number === this.home)

  /** Ranges of the page's text to light up; on other pages of the document there are none. */
  spans = $derived.by((): Span[] => {
    if (!this.info || !this.atHome) return []
    const { from, to } = this.info
    return this.wanted?.spans?.length ? shiftSpans(this.wanted.spans, from) : [[from, to]]
  })

  async show(wanted: Wanted): Promise<void> {
    const turn = ++this.#turn
    const same = !this.problem && this.wanted?.passage === wanted.passage && this.info !== null
    this.wanted = wanted
    this.problem = null
    this.busy = true
    try {
      const info = same ? this.info! : await this.api.source(wanted.passage)
      if (turn !== this.#turn) return
      this.info = info
      this.page = info.page
      await this.#light(turn)
    } catch (thrown) {
      if (turn !== this.#turn) return
      this.problem = problemOf(thrown)
      this.info = null
      this.page = null
    }
    if (turn === this.#turn) this.busy = false
  }

  async turnTo(number: number): Promise<void> {
    const info = this.info
    if (!info || number < 1 || number > this.count || number === this.page?.number) return
    const turn = ++this.#turn
    this.busy = true
    try {
      const page = number === this.home ? info.page : await this.api.pageText(info.document.id, number)
      if (turn !== this.#turn) return
      this.page = page
      await this.#light(turn)
    } catch (thrown) {
      if (turn === this.#turn) this.problem = problemOf(thrown)
    }
    if (turn === this.#turn) this.busy = false
  }

  /** Fetches the rectangles of what is to be lit up. A page without them still shows its text. */
  async #light(turn: number): Promise<void> {
    this.boxes = []
    const { info, page, spans } = this
    if (!info || !page || !info.page.hasPicture || !spans.length) return
    const lists = await Promise.all(spans.map(([from, to]) => this.api.highlights(info.document.id, page.number, from, to)))
    if (turn === this.#turn) this.boxes = lists.flat()
  }

  close(): void {
    this.#turn++
    this.wanted = null
    this.info = null
    this.page = null
    this.boxes = []
    this.problem = null
    this.busy = false
  }
}
