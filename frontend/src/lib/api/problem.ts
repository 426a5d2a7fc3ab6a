import type { ProblemInfo } from './types'

/** A failure in words for the student. Go writes the words; the page only shows them. */
export class Problem extends Error {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly action: string

  constructor(info: ProblemInfo) {
    super(info.title)
    this.name = 'Problem'
    this.code = info.code
    this.title = info.title
    this.detail = info.detail
    this.action = info.action
  }
}

/** Turns whatever was thrown into a Problem: Go sends one as JSON in the error's message. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  try {
    const info: unknown = JSON.parse(message)
    if (info && typeof info === 'object' && 'code' in info && 'title' in info) {
      const { code, title, detail, action } = info as Record<string, unknown>
      return new Problem({ code: text(code), title: text(title), detail: text(detail), action: text(action) })
    }
  } catch {
    // not JSON: an error of the page or of the bridge itself
  }
  return new Problem({ code: 'internal', title: 'Something went wrong', detail: message, action: 'Try again.' })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
