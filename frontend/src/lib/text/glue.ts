import type { Inline } from './markdown'

export interface Group {
  /** The runs stay on one line. */
  glued: boolean
  runs: Inline[]
}

/** Ties a citation to the word before it and the full stop after it, so that neither begins a line alone. */
export function glue(runs: readonly Inline[]): Group[] {
  const groups: Group[] = []
  const queue = runs.map((run) => ({ ...run }))
  while (queue.length) {
    const run = queue.shift()!
    if (run.kind !== 'cite') {
      groups.push({ glued: false, runs: [run] })
      continue
    }
    const tied: Inline[] = [run]
    if (isBlank(groups.at(-1))) groups.pop()
    const before = groups.at(-1)
    const last = before?.glued === false ? before.runs[0]! : undefined
    if (last?.kind === 'text') {
      const word = /\S{1,40}\s?$/u.exec(last.text)?.[0] ?? ''
      tied.unshift({ ...last, text: word.trimEnd() })
      last.text = last.text.slice(0, last.text.length - word.length)
      if (!last.text) groups.pop()
    }
    for (let next = queue[0]; next; next = queue[0]) {
      if (next.kind === 'cite') tied.push(queue.shift()!)
      else if (next.kind === 'text' && /^\s+$/.test(next.text) && queue[1]?.kind === 'cite') queue.shift()
      else break
    }
    const after = queue[0]
    const stop = after?.kind === 'text' ? /^[.,;:!?…)\]。，！？”"]+/u.exec(after.text)?.[0] : undefined
    if (after && stop) {
      tied.push({ ...after, text: stop })
      after.text = after.text.slice(stop.length)
    }
    groups.push({ glued: true, runs: tied })
  }
  return groups.filter((group) => group.glued || group.runs[0]!.kind !== 'text' || group.runs[0]!.text)
}

function isBlank(group: Group | undefined): boolean {
  return group?.glued === false && group.runs[0]!.kind === 'text' && !group.runs[0]!.text.trim()
}
