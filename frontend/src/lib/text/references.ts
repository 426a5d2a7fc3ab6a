import type { AnswerInfo, Citation } from '../api/types'
import { placeName } from './place'

/** An answer for the clipboard: its text and under it the list of places with their quotes. */
export function answerAsText(answer: AnswerInfo): string {
  const body = (answer.answer ?? '').trim()
  const citations = answer.citations ?? []
  if (!citations.length) return body
  const lines = citations.map(reference)
  return `${body}\n\nReferences\n${lines.join('\n')}\n`
}

export function reference(citation: Citation): string {
  const quote = citation.quote.trim().replace(/\s+/g, ' ')
  return `[${citation.n}] ${placeName(citation)}${quote ? `: “${quote}”` : ''}`
}
