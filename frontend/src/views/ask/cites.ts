import { getContext, setContext } from 'svelte'
import type { AskSource, Citation, Place } from '../../lib/api/types'
import type { App } from '../../lib/state/app.svelte'
import type { Exchange } from '../../lib/state/asking.svelte'
import { citationName, fileName } from '../../lib/text/place'

/** What a number in an answer stands for, and how to open it. One for each exchange, shared with the parts that draw it. */
export class Cites {
  constructor(
    readonly app: App,
    readonly exchange: () => Exchange,
  ) {}

  citation(n: number): Citation | undefined {
    return this.exchange().answer?.citations?.find((c) => c.n === n)
  }

  /** While an answer is written there are only the sources it is written from. */
  source(n: number): AskSource | undefined {
    return this.exchange().sources.find((s) => s.n === n)
  }

  known = (n: number): boolean => {
    const { answer } = this.exchange()
    return Boolean(answer ? this.citation(n) : this.source(n))
  }

  name(n: number): string {
    const citation = this.citation(n)
    if (citation) return citationName(n, citation) + (this.gone(citation.passage) ? ', no longer in your material' : '')
    const source = this.source(n)
    return source ? `Source ${n}, ${[fileName(source.doc), source.where].filter(Boolean).join(', ')}` : `Source ${n}`
  }

  gone(passage: string): boolean {
    return this.exchange().gone.includes(passage)
  }

  shown(n: number): boolean {
    const { wanted } = this.app.source
    return wanted?.owner === this.exchange().key && wanted.n === n
  }

  open(n: number): void {
    const owner = this.exchange().key
    const citation = this.citation(n)
    if (citation) {
      const { passage, spans, quote } = citation
      return void this.app.source.show({ passage, spans, quote, n, owner })
    }
    const source = this.source(n)
    if (source) void this.app.source.show({ passage: source.passage, n, owner })
  }

  openPlace(place: Place): void {
    void this.app.source.show({ passage: place.passage, owner: this.exchange().key })
  }
}

const KEY = Symbol('cites')
export const provideCites = (cites: Cites): Cites => setContext(KEY, cites)
export const useCites = (): Cites => getContext<Cites>(KEY)

const stepOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number =>
  ctrlKey || metaKey || altKey || shiftKey ? 0 : ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key] ?? 0)

const citesIn = (answer: Element) => [...answer.querySelectorAll<HTMLElement>('[data-cite]')]

/** When a source is open, it follows. */
function goTo(cite: HTMLElement | undefined, sourceOpen: boolean): void {
  cite?.focus()
  if (sourceOpen) cite?.click()
}

/** Arrow keys walk the citations of an answer. */
export function walkCitations(event: KeyboardEvent, sourceOpen: boolean): void {
  const step = stepOf(event)
  const here = (event.target as Element).closest<HTMLElement>('[data-cite]')
  if (!step || !here) return
  event.preventDefault()
  const all = citesIn(event.currentTarget as Element)
  goTo(all[all.indexOf(here) + step], sourceOpen)
}

/** From an empty question box they lead to the newest answer: right to its first citation, left to its last. */
export function enterCitations(event: KeyboardEvent, sourceOpen: boolean): void {
  const newest = [...document.querySelectorAll('article')].at(-1)
  const step = stepOf(event)
  if (!step || !newest) return
  event.preventDefault()
  goTo(citesIn(newest).at(step > 0 ? 0 : -1), sourceOpen)
}
