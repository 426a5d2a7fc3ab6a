import type { Block, BlockKind, DocumentInfo, ModuleInfo } from '../types'

/** A small course for development, tests and screenshots, shaped like what Go reads from real files. */

type Line = [kind: BlockKind, text: string, extra?: { level?: number; start?: number; end?: number }]

export interface FakePage {
  text: string
  blocks: Block[]
}

export interface FakePassage {
  id: string
  doc: string
  page: number
  heading?: string
  start?: number
  end?: number
  from: number
  to: number
}

/** Lines become a page: their texts joined by line ends, a block for each, offsets in code points. */
export function page(lines: Line[]): FakePage {
  const blocks: Block[] = []
  let at = 0
  for (const [kind, text, extra] of lines) {
    const length = Array.from(text).length
    blocks.push({ from: at, to: at + length, kind, ...extra })
    at += length + 1
  }
  return { text: lines.map(([, text]) => text).join('\n'), blocks }
}

const encoding: FakePage[] = [
  page([
    ['heading', 'How memory works', { level: 1 }],
    ['paragraph', 'Lecture 1: Encoding and levels of processing'],
    ['paragraph', 'Week 1'],
  ]),
  page([
    ['heading', 'Three stages', { level: 1 }],
    ['item', 'Encoding: what we attend to is turned into a trace.', { level: 1 }],
    ['item', 'Storage: the trace is kept, and changes while it is kept.', { level: 1 }],
    ['item', 'Retrieval: a cue brings the trace back, and strengthens it.', { level: 1 }],
    ['paragraph', 'Forgetting can happen at each of the three stages.'],
  ]),
  page([
    ['heading', 'Levels of processing', { level: 1 }],
    ['paragraph', 'Craik and Lockhart (1972): how well we remember depends on how deeply we process.'],
    ['item', 'Shallow: what does it look like? Is it in capital letters?', { level: 1 }],
    ['item', 'Middle: what does it sound like? Does it rhyme with “train”?', { level: 1 }],
    ['item', 'Deep: what does it mean? Does it fit in this sentence?', { level: 1 }],
    ['paragraph', 'Deep processing leaves a longer-lasting trace, even when nobody intends to learn.'],
    ['paragraph', 'Criticism: depth has no measure of its own; it is often inferred from the memory it explains.'],
  ]),
  page([
    ['heading', 'Working memory', { level: 1 }],
    ['paragraph', 'Baddeley and Hitch (1974) replaced the single short-term store by a system of parts.'],
    ['item', 'Central executive: steers attention.', { level: 1 }],
    ['item', 'Phonological loop: speech-based, about two seconds long.', { level: 1 }],
    ['item', 'Visuo-spatial sketchpad: pictures and places.', { level: 1 }],
    ['item', 'Episodic buffer (added in 2000): binds the parts into episodes.', { level: 1 }],
    ['paragraph', 'Two tasks disturb each other when they need the same part.'],
  ]),
]

const forgetting: FakePage[] = [
  page([
    ['heading', 'Forgetting', { level: 1 }],
    ['paragraph', 'Lecture 3'],
  ]),
  page([
    ['heading', 'The forgetting curve', { level: 1 }],
    ['paragraph', 'Ebbinghaus (1885) learned lists of syllables and measured the savings when he learned them again.'],
    ['paragraph', 'Most is lost early: less than half of the savings is left after an hour, about a third after a day.'],
    ['paragraph', 'After that the curve is flat: what survives a week tends to stay.'],
    ['paragraph', 'Each successful retrieval makes the next curve flatter. This is why spaced practice works.'],
  ]),
  page([
    ['heading', 'Why we forget', { level: 1 }],
    ['item', 'Decay: the trace fades with time.', { level: 1 }],
    ['item', 'Interference: similar traces compete, old with new and new with old.', { level: 1 }],
    ['item', 'Cue failure: the trace is there, the cue is not.', { level: 1 }],
  ]),
]

const handout: FakePage[] = [
  page([
    ['heading', 'Lab hand-out: the spacing effect', { level: 1 }],
    ['paragraph', 'You learn forty word pairs, in one long session or in several short ones, and are tested after a week.'],
    ['heading', 'Results of last year’s class', { level: 2 }],
    ['row', 'Schedule | Sessions | Total time | Recall after one week'],
    ['row', 'Massed | 1 | 60 min | 34 %'],
    ['row', 'Spaced, next day | 2 | 60 min | 51 %'],
    ['row', 'Spaced, three days | 3 | 60 min | 63 %'],
    ['row', 'Spaced, one week | 3 | 60 min | 58 %'],
    ['heading', 'What to write up', { level: 2 }],
    ['item', 'State the hypothesis before you look at the table.', { level: 1 }],
    ['item', 'Say why the longest gap did not win.', { level: 1 }],
    ['heading', 'Analysis in R', { level: 2 }],
    ['code', 'model <- lm(recall ~ gap, data = class)\nsummary(model)'],
  ]),
]

const cues: [number, number, string][] = [
  [0, 9.2, 'Right, let’s start. Today is about testing yourself, and why it feels worse than it is.'],
  [9.2, 21.5, 'When you read your notes again, everything looks familiar, and you take that feeling for knowledge.'],
  [21.5, 34, 'We call this the illusion of fluency.'],
  [34, 47.8, 'Roediger and Karpicke had students read a text four times, or read it once and recall it three times.'],
  [47.8, 63.1, 'After five minutes the readers were ahead. After a week, those who had tested themselves remembered half again as much.'],
  [63.1, 74, 'So if it feels hard, that is the point. Bjork calls it a desirable difficulty.'],
  [74, 88.4, 'For your revision: close the book, write down what you remember, and only then look.'],
  [88.4, 101, 'And leave a few days between. We will come back to spacing in the lab.'],
]
const recording: FakePage[] = [page(cues.map(([start, end, text]) => ['cue', text, { start, end }]))]

const summary: FakePage[] = [
  page([
    ['heading', 'Revising well', { level: 1 }],
    ['paragraph', 'A plan for the three weeks before the exam 📚, from the seminar.'],
    ['heading', 'Week plan', { level: 2 }],
    ['item', 'Monday: recall the lecture from memory, then check the slides.', { level: 1 }],
    ['item', 'Wednesday: mix old and new topics (interleaving).', { level: 1 }],
    ['item', 'Saturday: one past paper against the clock.', { level: 1 }],
    ['heading', 'Sleep', { level: 2 }],
    ['paragraph', 'Sleep after learning stabilises what was learned. An all-nighter trades a few facts for the rest of them.'],
  ]),
]

export const pages: Record<string, FakePage[]> = {
  '01 Encoding.pdf': encoding,
  '03 Forgetting.pdf': forgetting,
  'Lab/Spacing effect.docx': handout,
  'Recordings/Testing yourself.vtt': recording,
  'Revising well.md': summary,
}

function passage(id: string, doc: string, number: number, first: string, last: string, more: Partial<FakePassage> = {}): FakePassage {
  const text = pages[doc]![number - 1]!.text
  const points = (s: string) => Array.from(s).length
  const from = points(text.slice(0, text.indexOf(first)))
  const to = points(text.slice(0, text.indexOf(last) + last.length))
  return { id, doc, page: number, from, to, ...more }
}

export const passages: FakePassage[] = [
  passage('levels', '01 Encoding.pdf', 3, 'Craik and Lockhart', 'intends to learn.', { heading: 'Levels of processing' }),
  passage('working', '01 Encoding.pdf', 4, 'Baddeley and Hitch', 'same part.', { heading: 'Working memory' }),
  passage('stages', '01 Encoding.pdf', 2, 'Encoding: what', 'three stages.', { heading: 'Three stages' }),
  passage('curve', '03 Forgetting.pdf', 2, 'Ebbinghaus (1885)', 'spaced practice works.', { heading: 'The forgetting curve' }),
  passage('why', '03 Forgetting.pdf', 3, 'Decay: the trace', 'cue is not.', { heading: 'Why we forget' }),
  passage('table', 'Lab/Spacing effect.docx', 1, 'Schedule |', '58 %', {
    heading: 'Lab hand-out: the spacing effect > Results of last year’s class',
  }),
  passage('testing', 'Recordings/Testing yourself.vtt', 1, 'Roediger and', 'desirable difficulty.', { start: 34, end: 74 }),
  passage('plan', 'Revising well.md', 1, 'Monday: recall', 'against the clock.', { heading: 'Revising well > Week plan' }),
]

const problem = (code: string, title: string, detail: string, action: string) => ({ code, title, detail, action })

const encrypted = problem(
  'encrypted',
  'Needs a password',
  'The file is locked with a password, so its text cannot be read.',
  'Enter its password, in the window or with `ibid retry MODULE PATH --password-stdin`; or save a copy without it into the folder.',
)
const unsupported = problem(
  'unsupported',
  'Not read',
  'Ibid does not read this kind of file yet.',
  'Save it as PDF, PPTX, DOCX, Markdown, HTML or text if it matters for your questions.',
)
const damaged = problem(
  'damaged',
  'Damaged file',
  'The file is cut short or broken and could not be read.',
  'Download or copy it again; Ibid reads it as soon as it changes.',
)

export const wrongPassword = problem(
  'wrong_password',
  'Wrong password',
  'The file does not open with this password. Nothing was changed.',
  'Check it, and type it once more.',
)

type Seed = Partial<DocumentInfo> & Pick<DocumentInfo, 'doc'>

function documents(module: string, firstId: number, seeds: Seed[]): DocumentInfo[] {
  return seeds.map((seed, i) => ({
    id: firstId + i,
    module,
    title: seed.doc.slice(seed.doc.lastIndexOf('/') + 1).replace(/\.\w+$/, ''),
    state: 'ready',
    lang: 'en',
    tries: 1,
    ...seed,
  }))
}

const memory = documents('how-memory-works', 1, [
  { doc: '01 Encoding.pdf', title: 'How memory works: Encoding', kind: 'slides', unit: 'page', pages: 4, passages: 5, bytes: 812_000, week: 1,
    read_by: ['text'], boilerplate: [{ text: 'PSY201 How memory works · Autumn', pages: [1, 2, 3, 4] }], copies: 1 },
  { doc: '02 Working memory.pptx', title: 'Working memory', kind: 'slides', unit: 'slide', pages: 22, passages: 26, bytes: 2_410_000, week: 2 },
  { doc: '03 Forgetting.pdf', title: 'Forgetting', kind: 'slides', unit: 'page', pages: 3, passages: 4, bytes: 640_500, week: 3 },
  { doc: '03 Forgetting (1).pdf', title: 'Forgetting', kind: 'slides', unit: 'page', pages: 3, same_as: '03 Forgetting.pdf', bytes: 640_500, week: 3 },
  { doc: 'Lab/Spacing effect.docx', title: 'Lab hand-out: the spacing effect', kind: 'reading', unit: 'heading', pages: 1, passages: 6, bytes: 48_200 },
  { doc: 'Recordings/Testing yourself.vtt', kind: 'transcript', unit: 'time', pages: 1, passages: 4, bytes: 6_300 },
  { doc: 'Revising well.md', kind: 'notes', unit: 'heading', pages: 1, passages: 3, bytes: 2_100 },
  {
    doc: 'Readings/Craik & Lockhart 1972 (scan).pdf', title: 'Levels of processing: a framework', kind: 'reading', unit: 'page',
    pages: 14, passages: 31, bytes: 5_920_000, doubtful_pages: [3, 4, 11],
  },
  { doc: 'Past papers/2024.pdf', kind: 'exam', state: 'failed', unit: 'page', bytes: 190_000, tries: 1, locked: true, problem: encrypted },
  { doc: 'Past papers/2023.pdf', kind: 'exam', unit: 'page', pages: 6, passages: 9, bytes: 210_000 },
  { doc: 'diagram.key', state: 'skipped', bytes: 3_100_000, lang: '', problem: unsupported },
  { doc: 'Recordings/week1.mov', state: 'skipped', bytes: 480_000_000, lang: '', problem: unsupported },
])

const economics = documents(
  'macroeconomics',
  100,
  Array.from({ length: 46 }, (_, i): Seed => {
    const week = Math.floor(i / 4) + 1
    const name = ['Lecture', 'Seminar sheet', 'Reading', 'Transcript'][i % 4]!
    const two = String(week).padStart(2, '0')
    const base: Seed[] = [
      { doc: `Week ${two}/Lecture ${week}.pdf`, kind: 'slides', unit: 'page', pages: 38 + ((i * 7) % 20), bytes: 1_900_000 + i * 31_000 },
      { doc: `Week ${two}/Seminar sheet ${week}.docx`, kind: 'reading', unit: 'heading', pages: 1, bytes: 84_000 },
      { doc: `Week ${two}/Reading: chapter ${week}.pdf`, kind: 'reading', unit: 'page', pages: 24 + ((i * 5) % 12), bytes: 3_200_000 },
      { doc: `Week ${two}/Lecture ${week}.vtt`, kind: 'transcript', unit: 'time', pages: 1, bytes: 71_000 },
    ]
    const state = i < 21 ? 'ready' : i < 27 ? 'keyword-ready' : i < 29 ? 'reading' : i === 33 ? 'failed' : 'waiting'
    return {
      ...base[i % 4]!,
      title: `${name} ${week}`,
      week,
      state,
      stage: state === 'reading' ? 'reading' : state === 'keyword-ready' && i === 21 ? 'embedding' : '',
      passages: i < 27 ? 40 + ((i * 11) % 30) : 0,
      problem: state === 'failed' ? damaged : null,
      tries: state === 'failed' ? 3 : 1,
    }
  }),
)

const revise = documents('how-to-revise', 200, [
  { doc: 'Interleaving.pdf', kind: 'slides', unit: 'page', pages: 12, passages: 15, bytes: 402_000 },
  { doc: 'Planning.html', kind: 'web', unit: 'heading', pages: 1, passages: 8, bytes: 31_000 },
  { doc: 'Sleep and memory.docx', kind: 'reading', unit: 'heading', pages: 1, passages: 12, bytes: 77_000 },
])

export function seedDocuments(): Record<string, DocumentInfo[]> {
  return structuredClone({ 'how-memory-works': memory, 'how-to-revise': revise, macroeconomics: economics })
}

const names: Record<string, [name: string, dir: string]> = {
  'how-memory-works': ['How memory works', '/home/robin/Uni/PSY201 How memory works'],
  'how-to-revise': ['How to revise', '/home/robin/Uni/How to revise'],
  macroeconomics: ['Macroeconomics', '/home/robin/Uni/EC102 Macroeconomics'],
}

/** What Go counts for a module. */
export function summarise(module: string, docs: DocumentInfo[], name?: string, dir?: string): ModuleInfo {
  const n = (...states: string[]) => docs.filter((d) => states.includes(d.state)).length
  const waiting = n('waiting', 'reading')
  const total = docs.length - n('skipped', 'excluded')
  const open = waiting + n('keyword-ready')
  return {
    module,
    name: name ?? names[module]?.[0] ?? module,
    dir: dir ?? names[module]?.[1] ?? `/home/robin/${module}`,
    state: docs.length === 0 ? 'empty' : waiting ? 'indexing' : open ? 'keyword-ready' : 'ready',
    documents: docs.length,
    waiting,
    later: 0,
    keywordReady: n('keyword-ready'),
    ready: n('ready'),
    failed: n('failed'),
    skipped: n('skipped'),
    pages: docs.reduce((sum, d) => sum + (d.pages ?? 0), 0),
    passages: docs.reduce((sum, d) => sum + (d.passages ?? 0), 0),
    progress: { done: total - open, total, secondsLeft: open ? open * 7 : null },
    removeAt: 0,
    problems: [],
  }
}
