import type { Span } from '../api/types'

/** A stretch of text that is lit up or not. */
export interface Run {
  text: string
  mark: boolean
}

/** Sorted, clipped to [0, length] and merged where they touch or overlap. */
export function tidySpans(spans: readonly Span[], length: number): Span[] {
  const out: Span[] = []
  const sorted = spans
    .map(([from, to]): Span => [Math.max(0, Math.trunc(from)), Math.min(length, Math.trunc(to))])
    .filter(([from, to]) => from < to)
    .sort((a, b) => a[0] - b[0])
  for (const [from, to] of sorted) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}

/**
 * Cuts text at spans given in code points. JavaScript counts UTF-16 units, so a string with characters outside the basic
 * plane must not be sliced with them directly.
 */
export function runsOf(text: string, spans: readonly Span[] | null | undefined): Run[] {
  const points = Array.from(text)
  const runs: Run[] = []
  let at = 0
  for (const [from, to] of tidySpans(spans ?? [], points.length)) {
    if (at < from) runs.push({ text: points.slice(at, from).join(''), mark: false })
    runs.push({ text: points.slice(from, to).join(''), mark: true })
    at = to
  }
  if (at < points.length) runs.push({ text: points.slice(at).join(''), mark: false })
  return runs
}

/** The parts of spans inside [from, to), counted from `from`. */
export function spansWithin(spans: readonly Span[], from: number, to: number): Span[] {
  return spans
    .filter(([a, b]) => a < to && b > from)
    .map(([a, b]): Span => [Math.max(a, from) - from, Math.min(b, to) - from])
}

/** Spans moved by an offset. */
export function shiftSpans(spans: readonly Span[] | null | undefined, by: number): Span[] {
  return (spans ?? []).map(([from, to]): Span => [from + by, to + by])
}
