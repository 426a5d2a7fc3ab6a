import type { Block, PageInfo, Span } from '../../lib/api/types'
import { runsOf, spansWithin, type Run } from '../../lib/text/spans'

/** A page's text as it is drawn: rows in a row become one table, items one list. */
export type Part =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph' | 'notes' | 'code'; runs: Run[] }
  | { kind: 'list'; items: { depth: number; runs: Run[] }[] }
  | { kind: 'table'; rows: Run[][][] }
  | { kind: 'cues'; cues: { start: number; runs: Run[] }[] }

export function partsOf(page: Pick<PageInfo, 'text' | 'blocks'>, spans: readonly Span[]): Part[] {
  const points = Array.from(page.text)
  const blocks: Block[] = page.blocks?.length ? page.blocks : [{ from: 0, to: points.length, kind: 'paragraph' }]
  const parts: Part[] = []
  for (const block of blocks) {
    const text = points.slice(block.from, block.to).join('')
    const own = spansWithin(spans, block.from, block.to)
    const runs = runsOf(text, own)
    const last = parts.at(-1)
    switch (block.kind) {
      case 'heading':
        parts.push({ kind: 'heading', level: block.level ?? 1, runs })
        break
      case 'item': {
        const item = { depth: block.level ?? 1, runs }
        if (last?.kind === 'list') last.items.push(item)
        else parts.push({ kind: 'list', items: [item] })
        break
      }
      case 'row':
        if (last?.kind === 'table') last.rows.push(cells(text, own))
        else parts.push({ kind: 'table', rows: [cells(text, own)] })
        break
      case 'cue': {
        const cue = { start: block.start ?? 0, runs }
        if (last?.kind === 'cues') last.cues.push(cue)
        else parts.push({ kind: 'cues', cues: [cue] })
        break
      }
      default:
        parts.push({ kind: block.kind, runs })
    }
  }
  return parts
}

/** Cuts a row at ' | ', each cell with its share of the spans. */
function cells(text: string, spans: readonly Span[]): Run[][] {
  let at = 0
  return text.split(' | ').map((cell) => {
    const length = Array.from(cell).length
    const runs = runsOf(cell, spansWithin(spans, at, at + length))
    at += length + 3
    return runs
  })
}
