import { describe, expect, it } from 'vitest'
import { runsOf, spansWithin, tidySpans } from '../src/lib/text/spans'
import { partsOf, step, stretchOf } from '../src/views/source/blocks'
import type { Block, Span } from '../src/lib/api/types'

const marked = (text: string, spans: Span[]) =>
  runsOf(text, spans)
    .map((r) => (r.mark ? `[${r.text}]` : r.text))
    .join('')

describe('runsOf', () => {
  it.each<[string, Span[], string]>([
    ['plain text', [], 'plain text'],
    ['plain text', [[0, 5]], '[plain] text'],
    ['plain text', [[6, 10]], 'plain [text]'],
    ['plain text', [[0, 99]], '[plain text]'],
    ['plain text', [[-3, 2]], '[pl]ain text'],
    ['plain text', [[6, 10], [0, 2]], '[pl]ain [text]'],
    ['overlap', [[0, 4], [2, 6]], '[overla]p'],
    ['touching', [[0, 2], [2, 4]], '[touc]hing'],
    ['empty', [[2, 2], [4, 1]], 'empty'],
    ['', [[0, 1]], ''],
    ['𝐸 = 𝑚𝑐² 📚 end', [[4, 7]], '𝐸 = [𝑚𝑐²] 📚 end'],
    ['a📚b', [[1, 2]], 'a[📚]b'],
  ])('%s with %j is %s', (text, spans, want) => {
    expect(marked(text, spans)).toBe(want)
  })

  it('keeps every character, whatever the spans', () => {
    for (let seed = 1; seed < 300; seed++) {
      const random = (n: number) => (seed * 7919 + n * 104729) % 31
      const text = Array.from('añ📚𝑥漢字 e\u0301\n|'.repeat(3)).slice(0, 5 + random(1)).join('')
      const spans = [2, 3, 4].map((n): Span => [random(n) - 3, random(n * 5)])
      expect(runsOf(text, spans).map((r) => r.text).join('')).toBe(text)
    }
  })
})

it('tidySpans sorts, clips and merges', () => {
  expect(tidySpans([[5, 9], [1, 3], [2, 4]], 8)).toEqual([[1, 4], [5, 8]])
})

it('spansWithin gives a block its share', () => {
  expect(spansWithin([[2, 12], [20, 30]], 10, 25)).toEqual([[0, 2], [10, 15]])
})

describe('partsOf', () => {
  it('makes one table of rows, with the marks in their cells', () => {
    const text = 'Gap | Recall\n3 days | 63 %'
    const parts = partsOf(
      { text, blocks: [{ from: 0, to: 12, kind: 'row' }, { from: 13, to: 26, kind: 'row' }] },
      [[13, 26]],
    )
    expect(parts).toHaveLength(1)
    const rows = parts[0]!.kind === 'table' ? parts[0]!.rows : []
    expect(rows.map((row) => row.map((cell) => cell.map((r) => r.text).join('')))).toEqual([['Gap', 'Recall'], ['3 days', '63 %']])
    expect(rows[1]!.flat().every((r) => r.mark)).toBe(true)
    expect(rows[0]!.flat().some((r) => r.mark)).toBe(false)
  })

  it('draws a stretch of a long text, with what is lit up inside', () => {
    const blocks: Block[] = Array.from({ length: 5000 }, (_, i) => ({ from: 10 * i, to: 10 * i + 9, kind: 'row' }))
    const page = { text: 'abc | def\n'.repeat(5000), blocks }
    for (const lit of [0, 9, 1000, 4990, 4999]) {
      const stretch = stretchOf(page, [[10 * lit + 2, 10 * lit + 20]])
      expect(stretch[1] - stretch[0]).toBe(step)
      expect(stretch[0] <= lit && lit < stretch[1]).toBe(true)
      const [table] = partsOf(page, [[10 * lit, 10 * lit + 9]], stretch)
      const rows = table?.kind === 'table' ? table.rows : []
      expect(rows).toHaveLength(step)
      expect(rows[lit - stretch[0]]!.flat().every((r) => r.mark)).toBe(true)
      expect(table).toHaveProperty('head', stretch[0] === 0)
    }
  })

  it('draws a short text whole', () => {
    const blocks: Block[] = [{ from: 0, to: 3, kind: 'paragraph' }, { from: 4, to: 7, kind: 'paragraph' }]
    expect(stretchOf({ text: 'one\ntwo', blocks }, [])).toEqual([0, 2])
    expect(partsOf({ text: 'one', blocks: null }, [], stretchOf({ text: 'one', blocks: null }, [[0, 3]]))).toHaveLength(1)
  })

  it('shows a text without blocks as it is', () => {
    expect(partsOf({ text: 'one', blocks: null }, [])).toEqual([{ kind: 'paragraph', runs: [{ text: 'one', mark: false }] }])
  })
})
