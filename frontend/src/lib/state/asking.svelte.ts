import type { Api } from '../api/api'
import type { AskEvent } from '../api/events'
import { Problem, problemOf } from '../api/problem'
import type { AnswerInfo, AskSource, Conversation } from '../api/types'
import { forEars, wholeSentences } from '../text/sentences'

export type Stage = 'looking' | 'reading' | 'writing' | 'done' | 'failed'

/** One question and what has become of it. */
export class Exchange {
  stage = $state<Stage>('looking')
  /** How many sources there are; the list comes a moment later. */
  found = $state(0)
  sources = $state.raw<AskSource[]>([])
  text = $state('')
  notices = $state<string[]>([])
  answer = $state.raw<AnswerInfo | null>(null)
  gone = $state.raw<string[]>([])
  problem = $state.raw<Problem | null>(null)
  stopping = $state(false)
  /** '' for one that comes from the history. */
  ask = ''
  seq = 0
  /** The number of the event after which the sources were fetched. */
  sourcesAt = 0

  constructor(
    readonly key: string,
    readonly question: string,
  ) {}

  /** Asked in this window; others come from the history. */
  get asked(): boolean {
    return this.key.startsWith('new-')
  }

  get busy(): boolean {
    return this.stage !== 'done' && this.stage !== 'failed'
  }
}

/** The conversation on screen and the answer in the making. */
export class Asking {
  conversation = $state(0)
  exchanges = $state<Exchange[]>([])
  /** Ids of the modules to ask; none means all. */
  scope = $state<string[]>([])
  model = $state('auto')
  draft = $state('')
  /** For screen readers: grows by whole sentences. */
  spoken = $state('')
  #heard = 0
  #counter = 0
  /** Events of an answer whose id is not known yet: the first may overtake the reply to startAsk. */
  #early = new Map<string, AskEvent[]>()

  constructor(readonly api: Api) {}

  running = $derived(this.exchanges.find((e) => e.busy))

  async ask(question: string): Promise<void> {
    const text = question.trim()
    if (!text || this.running) return
    this.exchanges.push(new Exchange(`new-${++this.#counter}`, text))
    const exchange = this.exchanges.at(-1)!
    this.draft = ''
    this.#say('')
    try {
      const started = await this.api.startAsk({
        question: text,
        conversation: this.conversation,
        filter: { modules: $state.snapshot(this.scope) },
        model: this.model,
      })
      if (!this.exchanges.includes(exchange)) return void this.api.cancelAsk(started.ask)
      exchange.ask = started.ask
      this.conversation = started.conversation
      if (exchange.stopping) void this.api.cancelAsk(started.ask)
      for (const event of this.#early.get(started.ask) ?? []) this.receive(event)
      this.#early.clear()
    } catch (thrown) {
      this.#fail(exchange, problemOf(thrown))
    }
  }

  receive(event: AskEvent): void {
    const exchange = this.exchanges.find((e) => e.ask === event.ask)
    if (!exchange) {
      if (this.exchanges.some((e) => e.busy && !e.ask)) {
        this.#early.set(event.ask, [...(this.#early.get(event.ask) ?? []), event])
      }
      return
    }
    if (!exchange.busy || event.seq <= exchange.seq) return
    const gap = event.seq !== exchange.seq + 1
    exchange.seq = event.seq
    switch (event.type) {
      case 'sources':
        // Sources after text: another writer has taken over and begins anew.
        exchange.found = event.count ?? 0
        exchange.sources = []
        void this.#fetchSources(exchange)
        exchange.text = ''
        this.#heard = 0
        exchange.stage = 'reading'
        break
      case 'text':
        exchange.stage = 'writing'
        exchange.text += (gap && exchange.text ? ' … ' : '') + (event.text ?? '')
        this.#speak(exchange.text, false)
        break
      case 'notice':
        if (event.notice) exchange.notices.push(event.notice)
        break
      case 'failed':
        this.#fail(exchange, problemOf(new Error(JSON.stringify(event.problem ?? {}))))
        break
      case 'done':
        void this.#finish(exchange)
    }
  }

  /** Without them the answer comes all the same, and cites in the end. */
  async #fetchSources(exchange: Exchange): Promise<void> {
    const at = exchange.seq
    const sources = await this.api.askSources(exchange.ask).catch(() => [])
    if (exchange.sourcesAt > at) return // those of a later writer have come before
    exchange.sourcesAt = at
    exchange.sources = sources
  }

  /** The final answer replaces what was streamed: its citations are checked, and nothing of it can be missing. */
  async #finish(exchange: Exchange): Promise<void> {
    try {
      const answer = await this.api.answer(exchange.ask)
      exchange.answer = answer
      exchange.stage = 'done'
      if (answer.answered) this.#speak(answer.answer ?? '', true)
      else if (answer.refusal) this.#say(answer.refusal.reason)
    } catch (thrown) {
      this.#fail(exchange, problemOf(thrown))
    }
  }

  #fail(exchange: Exchange, problem: Problem): void {
    exchange.problem = problem
    exchange.stage = 'failed'
    this.#say(problem.title)
  }

  async stop(): Promise<void> {
    const exchange = this.running
    if (!exchange) return
    exchange.stopping = true
    if (exchange.ask) await this.api.cancelAsk(exchange.ask) // else as soon as its id is known
  }

  /** Asks a failed question once more. */
  async again(exchange: Exchange): Promise<void> {
    if (this.running) return
    this.exchanges = this.exchanges.filter((e) => e !== exchange)
    await this.ask(exchange.question)
  }

  fresh(): void {
    void this.stop().catch(() => {})
    this.conversation = 0
    this.exchanges = []
    this.draft = ''
    this.#say('')
  }

  show(conversation: Conversation): void {
    this.fresh()
    this.conversation = conversation.id
    this.scope = conversation.modules ?? []
    this.exchanges = (conversation.messages ?? []).map((message) => {
      const exchange = new Exchange(`saved-${message.id}`, message.question)
      exchange.answer = message.answer
      exchange.gone = message.gone ?? []
      exchange.stage = 'done'
      if (!message.answer && message.state === 'failed') {
        exchange.problem = new Problem(
          message.problem ?? { code: 'failed', title: 'This was not answered', detail: '', action: 'Ask again.' },
        )
        exchange.stage = 'failed'
      }
      return exchange
    })
  }

  toggleScope(module: string): void {
    this.scope = this.scope.includes(module) ? this.scope.filter((m) => m !== module) : [...this.scope, module]
  }

  /** Forgets modules that are no longer there, so that a question never goes to none by accident. */
  keepScope(known: string[]): void {
    if (this.scope.some((m) => !known.includes(m))) this.scope = this.scope.filter((m) => known.includes(m))
  }

  #speak(text: string, final: boolean): void {
    const { spoken, upTo } = wholeSentences(text, Math.min(this.#heard, text.length), final)
    this.#heard = upTo
    if (spoken) this.spoken = forEars(spoken)
  }

  #say(text: string): void {
    this.spoken = text
    this.#heard = 0
  }
}
