import type { DocumentInfo } from '../../lib/api/types'
import { fileName } from '../../lib/text/place'
import { plural } from '../../lib/text/format'

export type Tone = 'good' | 'busy' | 'quiet' | 'warn' | 'bad'

/** A document's state in the words of the window. */
export function stateWords(document: DocumentInfo): { label: string; tone: Tone } {
  if (document.same_as) return { label: `Same as ${fileName(document.same_as)}`, tone: 'quiet' }
  switch (document.state) {
    case 'waiting':
      if (document.stage === 'waits for power') return { label: 'Waits for power', tone: 'quiet' }
      if ((document.tries ?? 0) > 1) return { label: `Waiting, try ${document.tries}`, tone: 'quiet' }
      return { label: document.unseen_pages && document.passages ? 'Text found by words, scans wait' : 'Waiting', tone: 'quiet' }
    case 'reading':
      if (document.stage === 'listening') return { label: `Listening, ${document.heard_percent ?? 0} %`, tone: 'busy' }
      return { label: document.stage === 'looking' ? `Reading scans, ${document.seen_percent ?? 0} %` : 'Reading', tone: 'busy' }
    case 'keyword-ready':
      if (document.stage === 'waits for power') return { label: 'Found by words, waits for power', tone: 'quiet' }
      return { label: document.stage === 'embedding' ? 'Learning its meaning' : 'Found by words', tone: 'busy' }
    case 'failed':
      return { label: document.problem?.title ?? 'Could not be read', tone: 'bad' }
    case 'skipped':
      return { label: document.problem?.title ?? 'Not read', tone: 'quiet' }
    case 'missing':
      return { label: 'Not there now', tone: 'warn' }
    case 'excluded':
      return { label: 'Left out by you', tone: 'quiet' }
    case 'ready': {
      const doubtful = document.doubtful_pages?.length ?? 0
      if (doubtful && document.unit === 'time') return { label: 'Hard to hear', tone: 'warn' }
      if (doubtful) return { label: `${plural(doubtful, 'page')} hard to read`, tone: 'warn' }
      if (document.described_pages?.length) return { label: `Ready, ${plural(document.described_pages.length, 'page')} read by vision`, tone: 'good' }
      return { label: document.read_by?.includes('ocr') ? 'Ready, read by OCR' : 'Ready', tone: 'good' }
    }
  }
}

const readers: Record<string, string> = {
  text: 'read from its text',
  'second reader': 'read by a second reader',
  speech: 'heard',
  ocr: 'read by OCR',
}

/** By whom it was read. */
export function howRead(document: DocumentInfo): string {
  return (document.read_by ?? []).flatMap((by) => readers[by] ?? []).join(', ')
}

const kinds: Record<string, string> = {
  slides: 'Slides',
  reading: 'Reading',
  notes: 'Notes',
  transcript: 'Transcript',
  exam: 'Past paper',
  admin: 'Admin',
  web: 'Web page',
  code: 'Code',
}

export function kindName(kind: string | undefined): string {
  return kinds[kind ?? ''] ?? ''
}

/** '22 slides', '4 pages'; nothing for documents that have none. */
export function lengthWords(document: DocumentInfo): string {
  if (!document.pages || document.unit === 'heading' || document.unit === 'time') return ''
  return plural(document.pages, document.unit === 'slide' ? 'slide' : 'page')
}
