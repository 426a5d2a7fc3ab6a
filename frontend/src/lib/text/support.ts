import type { Sentence } from '../api/types'
import { plural } from './format'

/**
 * Marks that travel inside the Markdown source from here to the runs of markdown.ts. They are private-use characters, which
 * Markdown treats as letters; any that a model wrote are removed first.
 */
export const MARK = { no: '\uE000', partly: '\uE001', end: '\uE002' } as const

export function stripMarks(text: string): string {
  return text.replace(/[\uE000-\uE002]/g, '')
}

/** Wraps the sentences that their source does not, or only partly, support. A sentence that cannot be found stays plain. */
export function markSupport(answer: string, sentences: readonly Sentence[] | null | undefined): string {
  const text = stripMarks(answer)
  let out = ''
  let at = 0
  for (const sentence of sentences ?? []) {
    const found = find(text, sentence.text, at)
    if (!found) continue
    const [from, to] = found
    const weak = sentence.support === 'no' || sentence.support === 'partly' ? sentence.support : null
    out += text.slice(at, from)
    out += weak ? MARK[weak] + text.slice(from, to) + MARK.end : text.slice(from, to)
    at = to
  }
  return out + text.slice(at)
}

/** What the underlined sentences of an answer are; "" when there are none. */
export function supportNote(sentences: readonly Sentence[] | null | undefined): string {
  const say = (support: Sentence['support'], what: string) => {
    const n = (sentences ?? []).filter((s) => s.support === support).length
    return n ? `${plural(n, 'sentence')} ${n === 1 ? 'is' : 'are'} ${what}` : ''
  }
  const notes = [say('no', 'not backed by a cited place'), say('partly', 'backed only in part')].filter(Boolean)
  return notes.length ? `${notes.join(', ')}: underlined above.` : ''
}

/** Finds a sentence by its words, whatever Markdown marks, citations or white space stand between them. */
function find(text: string, sentence: string, from: number): [number, number] | null {
  const words = stripMarks(sentence).match(/[\p{L}\p{N}]+/gu)?.slice(0, 200)
  if (!words?.length) return null
  const pattern = new RegExp(words.join('(?:\\[[\\d,\\s]+\\]|[^\\p{L}\\p{N}])*?'), 'u')
  const match = pattern.exec(text.slice(from))
  if (!match) return null
  const start = from + match.index
  let end = start + match[0].length
  const stop = /^[.!?…。！？"'”’)]+/u.exec(text.slice(end))
  if (stop) end += stop[0].length
  return [start, end]
}
