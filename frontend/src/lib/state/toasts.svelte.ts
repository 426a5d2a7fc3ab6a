import { problemOf, type Problem } from '../api/problem'

export interface Toast {
  id: number
  text: string
  detail?: string
  tone: 'plain' | 'problem'
  action?: { label: string; run: () => void }
}

/** Short messages at the edge of the window; those with an action stay longer, problems until they are dismissed. */
export class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  show(text: string, options: { action?: Toast['action']; ms?: number } = {}): number {
    const toast: Toast = { id: this.#next++, text, tone: 'plain', action: options.action }
    this.list.push(toast)
    setTimeout(() => this.dismiss(toast.id), options.ms ?? (options.action ? 8000 : 4000))
    return toast.id
  }

  /** Shows what went wrong; stopping on purpose is silent. */
  problem(thrown: unknown, action?: Toast['action']): Problem {
    const problem = problemOf(thrown)
    if (problem.code === 'canceled') return problem
    const detail = [problem.detail, problem.action].filter(Boolean).join(' ')
    this.list = this.list.filter((t) => t.text !== problem.title)
    this.list.push({ id: this.#next++, text: problem.title, detail, tone: 'problem', action })
    return problem
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }
}
