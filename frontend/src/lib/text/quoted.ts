import type { AnswerInfo, Citation } from '../api/types'

/** A quoted answer, taken apart again: each quote with its citation, its lines in runs of prose and of table rows. */
export interface Quote {
  citation: Citation
  parts: ({ kind: 'prose'; text: string } | { kind: 'table'; rows: string[][] })[]
}

/** The quotes of an answer that no model wrote; null when it is not made of exactly its quotes. */
export function quotesOf(answer: AnswerInfo): Quote[] | null {
  if (answer.mode !== 'extractive' || !answer.answer || !answer.citations?.length) return null
  const pieces = [...answer.answer.matchAll(/“([\s\S]*?)”\s*\[(\d+)\](?=\s|$)/g)]
  if (pieces.length !== answer.citations.length) return null
  const quotes: Quote[] = []
  for (const [, text, n] of pieces) {
    const citation = answer.citations.find((c) => c.n === Number(n))
    if (!citation) return null
    quotes.push({ citation, parts: partsOf(text!) })
  }
  return quotes
}

function partsOf(text: string): Quote['parts'] {
  const parts: Quote['parts'] = []
  for (const line of text.split('\n')) {
    const last = parts.at(-1)
    if (line.includes(' | ')) {
      const row = line.split(' | ')
      if (last?.kind === 'table') last.rows.push(row)
      else parts.push({ kind: 'table', rows: [row] })
    } else if (last?.kind === 'prose') last.text += `\n${line}`
    else parts.push({ kind: 'prose', text: line })
  }
  return parts
}
