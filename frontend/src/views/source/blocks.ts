import type { Block, PageInfo, Span } from '../../lib/api/types'
import { runsOf, spansWithin, type Run } from '../../lib/text/spans'

/** A page's text as it is drawn: rows in a row become one table, items one list. */
export type Part =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph' | 'notes' | 'code'; runs: Run[] }
  | { kind: 'described'; by: string; runs: Run[] }
  | { kind: 'list'; items: { depth: number; runs: Run[] }[] }
  | { kind: 'table'; rows: Run[][][]; head: boolean }
  | { kind: 'cues'; cues: { start: number; runs: Run[] }[] }

type Text = Pick<PageInfo, 'text' | 'blocks'>

/** How many blocks are drawn at first and with each step: a transcript has thousands, and drawing all takes seconds. */
export const step = 300

/** The stretch of blocks to begin with: around what is lit up. */
export function stretchOf(page: Text, spans: readonly Span[]): Span {
  const blocks = page.blocks ?? []
  const first = spans[0]?.[0] ?? 0
  const at = Math.max(0, blocks.findIndex((b) => b.to > first))
  const from = Math.max(0, Math.min(at - step / 3, blocks.length - step))
  return [from, Math.max(1, Math.min(from + step, blocks.length))]
}

/** The parts of a stretch of the page's blocks. */
export function partsOf(page: Text, spans: readonly Span[], [first, end] = [0, Infinity]): Part[] {
  const points = Array.from(page.text)
  const blocks: Block[] = page.blocks?.length ? page.blocks : [{ from: 0, to: points.length, kind: 'paragraph' }]
  const parts: Part[] = []
  for (const block of blocks.slice(first, end)) {
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
        else parts.push({ kind: 'table', rows: [cells(text, own)], head: parts.length > 0 || blocks[first - 1]?.kind !== 'row' })
        break
      case 'cue': {
        const cue = { start: block.start ?? 0, runs }
        if (last?.kind === 'cues') last.cues.push(cue)
        else parts.push({ kind: 'cues', cues: [cue] })
        break
      }
      case 'described':
        parts.push({ kind: 'described', by: block.by ?? '', runs })
        break
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
