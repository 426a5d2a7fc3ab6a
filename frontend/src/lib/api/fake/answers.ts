import type { AnswerInfo, Citation, Place, Span } from '../types'
import { pages, passages, seedDocuments, type FakePassage } from './course'

const MODULE = 'how-memory-works'
const byDoc = new Map(seedDocuments()[MODULE]!.map((d) => [d.doc, d]))

function passageText(p: FakePassage): string {
  return Array.from(pages[p.doc]![p.page - 1]!.text).slice(p.from, p.to).join('')
}

export function placeOf(id: string): Place {
  const p = passages.find((x) => x.id === id)!
  const document = byDoc.get(p.doc)!
  const place: Place = {
    module: MODULE,
    doc: p.doc,
    title: document.title,
    kind: document.kind ?? 'reading',
    heading: p.heading,
    passage: p.id,
    text: passageText(p),
    url: `ibid:///open?module=${MODULE}&doc=${encodeURIComponent(p.doc)}`,
  }
  if (document.unit === 'page') place.page = p.page
  if (p.start !== undefined) Object.assign(place, { start: p.start, end: p.end })
  return place
}

export function spanOf(text: string, part: string): Span[] {
  const at = text.indexOf(part)
  if (at < 0) return []
  const from = Array.from(text.slice(0, at)).length
  return [[from, from + Array.from(part).length]]
}

function cite(n: number, id: string, quote: string): Citation {
  const place = placeOf(id)
  return { n, ...place, quote, spans: spanOf(place.text, quote) }
}

interface Script {
  when: RegExp
  answer: Partial<AnswerInfo>
}

const scripts: Script[] = [
  {
    when: /deep|level|craik|process/i,
    answer: {
      answered: true,
      confidence: 0.86,
      answer:
        'Craik and Lockhart argue that **how deeply** you process something decides how well you remember it [1]. ' +
        'They distinguish three levels:\n\n' +
        '- *shallow*: what it looks like, such as capital letters [1]\n' +
        '- *middle*: what it sounds like, such as a rhyme [1]\n' +
        '- *deep*: what it means, such as fitting into a sentence [1]\n\n' +
        'Retrieving a trace later strengthens it again [2]. Deep processing is also the most enjoyable way to study.',
      sentences: [
        { text: 'Craik and Lockhart argue that how deeply you process something decides how well you remember it.', citations: [1], support: 'supported' },
        { text: 'Retrieving a trace later strengthens it again.', citations: [2], support: 'partly' },
        { text: 'Deep processing is also the most enjoyable way to study.', citations: [], support: 'no' },
      ],
      citations: [
        cite(1, 'levels', 'Craik and Lockhart (1972): how well we remember depends on how deeply we process.'),
        { ...cite(2, 'stages', 'Retrieval: a cue brings the trace back, and strengthens it.'), also: [placeOf('plan')] },
      ],
    },
  },
  {
    when: /spac|gap|table|schedule|recall after/i,
    answer: {
      answered: true,
      confidence: 0.91,
      answer:
        'In last year’s class **three sessions with three days between them** did best: 63 % of the word pairs were recalled ' +
        'after a week, against 34 % for one massed hour [1].\n\n' +
        '| Schedule | Recall |\n|---|---|\n| Massed | 34 % |\n| Next day | 51 % |\n| Three days | 63 % |\n| One week | 58 % |\n\n' +
        'The reason given in the lecture is that each successful retrieval makes the forgetting curve flatter [2].',
      sentences: [
        { text: 'In last year’s class three sessions with three days between them did best: 63 % of the word pairs were recalled after a week, against 34 % for one massed hour.', citations: [1], support: 'supported' },
        { text: 'The reason given in the lecture is that each successful retrieval makes the forgetting curve flatter.', citations: [2], support: 'supported' },
      ],
      citations: [
        cite(1, 'table', 'Spaced, three days | 3 | 60 min | 63 %'),
        cite(2, 'curve', 'Each successful retrieval makes the next curve flatter. This is why spaced practice works.'),
      ],
    },
  },
  {
    when: /test|fluency|re-?read|revis|roediger|difficult/i,
    answer: {
      answered: true,
      confidence: 0.78,
      answer:
        'Testing yourself beats reading again, although it feels worse. After five minutes the readers were ahead, but after a ' +
        'week those who had tested themselves remembered half again as much [1]. The seminar’s plan builds on this: recall ' +
        'the lecture from memory first, and check the slides afterwards [2].',
      sentences: [
        { text: 'Testing yourself beats reading again, although it feels worse.', citations: [1], support: 'supported' },
      ],
      citations: [
        cite(1, 'testing', 'After a week, those who had tested themselves remembered half again as much.'),
        cite(2, 'plan', 'Monday: recall the lecture from memory, then check the slides.'),
      ],
    },
  },
]

const refusal: Partial<AnswerInfo> = {
  answered: false,
  confidence: 0.12,
  refusal: {
    reason: 'Your material does not seem to answer this.',
    closest: [placeOf('working'), placeOf('why'), placeOf('curve')],
    not_indexed: ['Past papers/2024.pdf'],
    other_modules: ['How to revise'],
  },
}

/** The scripted answer to a question; what no script knows is refused. */
export function answerTo(question: string, model: string): AnswerInfo {
  const script = scripts.find((s) => s.when.test(question))
  const local = model === 'local'
  const scripted = structuredClone(script?.answer ?? refusal)
  if (local && scripted.citations) {
    scripted.answer = scripted.citations.map((c) => `“${c.quote}” [${c.n}]`).join('\n\n')
    scripted.sentences = scripted.citations.map((c) => ({ text: c.quote, citations: [c.n], support: 'supported' }))
  }
  return {
    question,
    standalone: question,
    answered: true,
    confidence: 0,
    model: local ? 'local' : 'ollama:llama3.2:3b',
    mode: local ? 'extractive' : 'generated',
    usage: { prompt_tokens: 1843, completion_tokens: 142, context: 4096, truncated: false },
    took_ms: 6240,
    first_token_ms: 2130,
    ...scripted,
  }
}
