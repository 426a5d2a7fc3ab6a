const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/**
 * Cuts a growing text after its last whole sentence: what may be read out now, and how much of the text that covers.
 * Without `final`, a sentence counts as whole once another has begun.
 */
export function wholeSentences(text: string, from: number, final: boolean): { spoken: string; upTo: number } {
  const rest = text.slice(from)
  if (final) return { spoken: rest.trim(), upTo: text.length }
  const parts = [...segmenter.segment(rest)]
  const last = parts.at(-1)
  const end = last ? last.index : 0
  return { spoken: rest.slice(0, end).trim(), upTo: from + end }
}

/** Text for ears: without Markdown marks, and '[2]' said as 'source 2'. */
export function forEars(text: string): string {
  return text
    .replace(/\[(\d+(?:\s*,\s*\d+)*)\]/g, (_, n: string) => ` (source ${n})`)
    .replace(/[*_`#>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
