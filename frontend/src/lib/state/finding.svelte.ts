import type { Api } from '../api/api'
import { problemOf, type Problem } from '../api/problem'
import type { SearchAnswer } from '../api/types'

/** Search as you type: only the answer to the newest words counts. */
export class Finding {
  words = $state('')
  found = $state.raw<SearchAnswer | null>(null)
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly api: Api) {}

  /** Call after words or scope have changed. */
  later(modules: string[], ms = 160): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.now(modules), ms)
  }

  async now(modules: string[]): Promise<void> {
    const turn = ++this.#turn
    const question = this.words.trim()
    if (!question) {
      this.found = null
      this.busy = false
      return
    }
    this.busy = true
    try {
      const found = await this.api.search({ question, filter: { modules }, limit: 20 })
      if (turn !== this.#turn) return
      this.found = found
      this.problem = null
    } catch (thrown) {
      if (turn === this.#turn) this.problem = problemOf(thrown)
    }
    if (turn === this.#turn) this.busy = false
  }
}
