import { expect, it } from 'vitest'
import { problemOf } from '../src/lib/api/problem'
import { keyNames, matches } from '../src/lib/commands'
import { bytes, clock, day, duration, modelName, timeLeft } from '../src/lib/text/format'
import { oneLine } from '../src/lib/text/line'
import { shownName } from '../src/lib/text/name'
import { citationName, placeName } from '../src/lib/text/place'
import { readingOf, readingWords } from '../src/lib/text/reading'
import { answerAsText } from '../src/lib/text/references'
import { quotesOf } from '../src/lib/text/quoted'
import { forEars, wholeSentences } from '../src/lib/text/sentences'
import { answerTo } from '../src/lib/api/fake/answers'
import { stateWords } from '../src/views/library/state'

it('names places as one would say them', () => {
  expect(placeName({ doc: 'Week 2/Lecture 3.pdf', page: 12 })).toBe('Lecture 3.pdf, page 12')
  expect(placeName({ doc: 'a.pdf', page: 12, label: 'x' })).toBe('a.pdf, page 12 (printed x)')
  expect(placeName({ doc: 'a.pdf', page: 2, described_by: 'ollama:llava:7b' })).toBe('a.pdf, page 2, described by llava:7b')
  expect(placeName({ doc: 'a.pdf', page: 12, page_to: 14 })).toBe('a.pdf, pages 12–14')
  expect(placeName({ doc: 'a.pdf', page: 12, page_to: 14, label: '5' })).toBe('a.pdf, pages 12–14 (printed 5)')
  expect(placeName({ doc: 'a.pptx', slide: 4, label: 'hidden' })).toBe('a.pptx, slide 4 (hidden)')
  expect(placeName({ doc: 'a.pptx', slide: 3 })).toBe('a.pptx, slide 3')
  expect(placeName({ doc: 'a.vtt', start: 0 })).toBe('a.vtt, 0:00')
  expect(placeName({ doc: 'a.docx', heading: 'One > Two' })).toBe('a.docx, Two')
  expect(placeName({ doc: 'a.txt' })).toBe('a.txt')
  expect(citationName(2, { doc: 'Lecture 3.pdf', page: 12 })).toBe('Source 2, Lecture 3.pdf, page 12')
})

it('keeps names from turning the words around them', () => {
  expect(shownName('Lecture 3.pdf')).toBe('Lecture 3.pdf')
  expect(shownName('\u202Elmth.kced.html')).toBe('\uFFFDlmth.kced.html')
  expect(shownName('הרצאה 3.pdf')).toBe('\u2068הרצאה 3.pdf\u2069')
  for (const turning of '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069') {
    expect(shownName(`a${turning}b`)).toBe('a\uFFFDb')
    expect(shownName(`مح${turning}اضرة`)).toBe('\u2068مح\uFFFDاضرة\u2069')
  }
  expect(placeName({ doc: 'Week 2/\u202Efdp.exe', page: 1 })).toBe('\uFFFDfdp.exe, page 1')
})

it('puts a passage on one line', () => {
  expect(oneLine('Storage takes time\nWithin hours, it does.\n\nOver weeks \n it ends')).toBe('Storage takes time · Within hours, it does. Over weeks · it ends')
  expect(oneLine(' One.  Two ')).toBe('One. Two')
})

it('says how far a module is read', () => {
  const begun = readingOf({ waiting: 0, keywordReady: 5, ready: 1 })
  expect(readingWords(begun)).toBe('6 of 6 found by words · 1 of 6 by meaning')
  expect(begun.done / begun.total).toBeCloseTo(7 / 12)
  expect(readingOf({ waiting: 0, keywordReady: 0, ready: 0 })).toMatchObject({ files: 0, total: 0 })
})

it('formats numbers', () => {
  expect([0, 83.9, 3723].map(clock)).toEqual(['0:00', '1:23', '1:02:03'])
  expect([12, 999_700, 2_019_000_000].map(bytes)).toEqual(['12 B', '1.0 MB', '2.0 GB'])
  expect([240, 6240, 64_000].map(duration)).toEqual(['240 ms', '6.2 s', '64 s'])
  expect([null, 4, 31, 61, 7300].map(timeLeft)).toEqual(['', 'a few seconds left', '40 seconds left', '2 minutes left', 'about 2 hours left'])
  expect(day(new Date(2026, 10, 29).getTime(), new Date(2026, 10, 30, 9).getTime())).toBe('Yesterday')
  expect(modelName('ollama:llama3.2:3b')).toBe('llama3.2:3b')
})

it('copies an answer with its references', () => {
  const text = answerAsText(answerTo('levels of processing', 'auto'))
  expect(text).toContain('[1]')
  expect(text).toMatch(/References\n\[1\] 01 Encoding\.pdf, page 3: “Craik and Lockhart \(1972\)/)
})

it('takes a quoted answer apart', () => {
  const answer = answerTo('Which spacing schedule was best?', 'local')
  const quotes = quotesOf(answer)!
  expect(quotes.map((q) => q.parts[0]!.kind)).toEqual(['table', 'prose'])
  const [row] = quotes[0]!.parts
  expect(row).toEqual({ kind: 'table', rows: [['Spaced, three days', '3', '60 min', '63 %']] })
  const head = { ...answer, answer: `“a | b\nSpaced, three days | 3 | 60 min | 63 %” [1]\n\n“x” [2]` }
  expect(quotesOf(head)![0]!.parts[0]).toMatchObject({ rows: [['a', 'b'], expect.anything()] })
  expect(quotesOf({ ...answer, answer: 'Written anew. [1] [2]' })).toBeNull()
  expect(quotesOf({ ...answer, mode: 'generated' })).toBeNull()
})

it('speaks by whole sentences', () => {
  expect(wholeSentences('One. Two is', 0, false)).toEqual({ spoken: 'One.', upTo: 5 })
  expect(wholeSentences('One. Two is', 5, false)).toEqual({ spoken: '', upTo: 5 })
  expect(wholeSentences('One. Two is here.', 5, true)).toEqual({ spoken: 'Two is here.', upTo: 17 })
  expect(forEars('**Depth** matters [1, 2].')).toBe('Depth matters (source 1, 2).')
})

it('reads the problem that Go sends, and makes one of anything else', () => {
  const sent = { code: 'exists', title: 'Name already taken', detail: 'd', action: 'a' }
  expect(problemOf(new Error(JSON.stringify(sent)))).toMatchObject(sent)
  for (const odd of ['boom', '{"a":1}', '[1]', 'null', '{"code":1,"title":2}']) {
    expect(problemOf(new Error(odd)).message).toBeTypeOf('string')
  }
  expect(problemOf('text').code).toBe('internal')
})

it('matches keys on both kinds of keyboard', () => {
  const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  expect(matches('mod+k', press('k', { ctrlKey: true }), false)).toBe(true)
  expect(matches('mod+k', press('K', { metaKey: true }), true)).toBe(true)
  expect(matches('mod+k', press('k', { metaKey: true }), false)).toBe(false)
  expect(matches('mod+k', press('k'), false)).toBe(false)
  expect(matches('escape', press('Escape'), false)).toBe(true)
  expect(keyNames('mod+k', true)).toEqual(['⌘', 'K'])
})

it('says how far a scan is read, and that its text is found before', () => {
  const scan = { id: 1, module: 'm', doc: 'a.pdf', title: 'A', unit: 'page', unseen_pages: 3 } as const
  expect(stateWords({ ...scan, state: 'waiting' }).label).toBe('Waiting')
  expect(stateWords({ ...scan, state: 'waiting', passages: 2 }).label).toBe('Text found by words, scans wait')
  expect(stateWords({ ...scan, state: 'reading', stage: 'looking', seen_percent: 33 }).label).toBe('Reading scans, 33 %')
})

it('says how far a recording is heard, that it is hard to hear, and that it waits', () => {
  const recording = { id: 1, module: 'm', doc: 'a.mp3', title: 'A', unit: 'time' } as const
  expect(stateWords({ ...recording, state: 'reading', stage: 'listening', heard_percent: 41 }).label).toBe('Listening, 41 %')
  expect(stateWords({ ...recording, state: 'reading', stage: 'reading' }).label).toBe('Reading')
  expect(stateWords({ ...recording, state: 'waiting', stage: 'waits for power' }).label).toBe('Waits for power')
  expect(stateWords({ ...recording, state: 'keyword-ready', stage: 'waits for power' }).label).toBe('Found by words, waits for power')
  expect(stateWords({ ...recording, state: 'ready', doubtful_pages: [1] })).toEqual({ label: 'Hard to hear', tone: 'warn' })
})
