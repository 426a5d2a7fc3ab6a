import { Marked, type Token, type Tokens } from 'marked'
import { MARK, stripMarks } from './support'

/**
 * Markdown as data. A model's answer is hostile until shown otherwise, so it never becomes HTML: marked cuts it into
 * tokens, this file keeps the few kinds that an answer needs, and Svelte draws them as text nodes. HTML in the source is
 * shown as the characters it is made of, pictures as their words; there is nothing to sanitise because nothing is parsed
 * as HTML.
 */
export type Block =
  | { kind: 'paragraph'; runs: Inline[] }
  | { kind: 'heading'; level: number; runs: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

export interface Inline {
  kind: 'text' | 'code' | 'cite' | 'link' | 'break'
  text: string
  strong?: true
  em?: true
  del?: true
  /** Only for links, and only http(s). */
  href?: string
  /** Only for citations. */
  n?: number
  support?: 'no' | 'partly'
}

const marked = new Marked({ gfm: true, breaks: false })
// '[1]' is a citation, never a reference link, whatever definition the text brings along.
marked.use({ tokenizer: { def: () => undefined, reflink: () => undefined } })

/** Cuts a model's Markdown into blocks; `[n]` becomes a citation when `known` has n, and is dropped otherwise. */
export function blocksOf(source: string, known: (n: number) => boolean): Block[] {
  try {
    return new Reader(known).blocks(marked.lexer(source))
  } catch {
    return [{ kind: 'paragraph', runs: [{ kind: 'text', text: stripMarks(source) }] }]
  }
}

/** The same for plain text with citations in it. */
export function plainRuns(text: string, known: (n: number) => boolean): Inline[] {
  return new Reader(known).cut(text, {})
}

type Style = Pick<Inline, 'strong' | 'em' | 'del'>

/** Lists and quotes within each other: beyond this they are shown as they were typed, as drawing each takes a piece of the stack. */
const DEEPEST = 10

class Reader {
  #support: Inline['support']
  #depth = 0

  constructor(readonly known: (n: number) => boolean) {}

  blocks(tokens: Token[]): Block[] {
    return tokens.flatMap((token) => this.#block(token))
  }

  #block(token: Token): Block[] {
    if (this.#depth > DEEPEST) return [{ kind: 'paragraph', runs: this.cut(token.raw.trimEnd(), {}) }]
    this.#depth++
    try {
      return this.#known(token)
    } finally {
      this.#depth--
    }
  }

  #known(token: Token): Block[] {
    switch (token.type) {
      case 'space':
        return []
      case 'heading':
        return [{ kind: 'heading', level: token.depth as number, runs: this.#inline(token.tokens ?? [], {}) }]
      case 'code':
        return [{ kind: 'code', text: stripMarks((token as Tokens.Code).text) }]
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.blocks(token.tokens ?? []) }]
      case 'hr':
        return [{ kind: 'rule' }]
      case 'list': {
        const list = token as Tokens.List
        const items = list.items.map((item) => this.blocks(item.tokens))
        return [{ kind: 'list', ordered: list.ordered, start: Number(list.start) || 1, items }]
      }
      case 'table': {
        const table = token as Tokens.Table
        const cell = (c: Tokens.TableCell) => this.#inline(c.tokens, {})
        return [{ kind: 'table', header: table.header.map(cell), rows: table.rows.map((row) => row.map(cell)) }]
      }
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', runs: this.#inline(token.tokens ?? [token], {}) }]
      default: // html and whatever marked may learn one day: the characters themselves
        return [{ kind: 'paragraph', runs: this.cut(token.raw.trimEnd(), {}) }]
    }
  }

  #inline(tokens: Token[], style: Style): Inline[] {
    return tokens.flatMap((token): Inline[] => {
      switch (token.type) {
        case 'strong':
          return this.#inline(token.tokens ?? [], { ...style, strong: true })
        case 'em':
          return this.#inline(token.tokens ?? [], { ...style, em: true })
        case 'del':
          return this.#inline(token.tokens ?? [], { ...style, del: true })
        case 'codespan':
          return [this.#run({ kind: 'code', text: stripMarks(token.text as string), ...style })]
        case 'br':
          return [{ kind: 'break', text: '' }]
        case 'link':
          return [this.#link(token as Tokens.Link, style)]
        case 'image':
          return this.cut((token.text as string) || 'picture', style)
        case 'escape':
        case 'text':
          return 'tokens' in token && token.tokens ? this.#inline(token.tokens, style) : this.cut(unescapeEntities(token), style)
        default:
          return this.cut(token.raw, style)
      }
    })
  }

  #link(token: Tokens.Link, style: Style): Inline {
    const text = stripMarks(token.text) || token.href
    const href = webAddress(token.href)
    return this.#run(href ? { kind: 'link', text, href, ...style } : { kind: 'text', text, ...style })
  }

  /** Cuts at citations and support marks. */
  cut(text: string, style: Style): Inline[] {
    const runs: Inline[] = []
    for (const part of text.split(/(\[\d{1,3}(?:\s*,\s*\d{1,3})*\]|[\uE000-\uE002])/)) {
      if (part === MARK.no) this.#support = 'no'
      else if (part === MARK.partly) this.#support = 'partly'
      else if (part === MARK.end) this.#support = undefined
      else if (/^\[[\d,\s]+\]$/.test(part)) {
        for (const n of part.slice(1, -1).split(',').map(Number)) {
          if (this.known(n)) runs.push(this.#run({ kind: 'cite', text: String(n), n }))
        }
      } else if (part) runs.push(this.#run({ kind: 'text', text: part, ...style }))
    }
    return runs
  }

  #run(run: Inline): Inline {
    return this.#support ? { ...run, support: this.#support } : run
  }
}

/** marked escapes nothing in tokens but leaves entities as written; the common ones are read, the others stay as typed. */
function unescapeEntities(token: Token): string {
  const text = 'text' in token ? String(token.text) : token.raw
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00A0' }
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => named[name]!)
}

/** The address if it leads to the web, '' otherwise: no script, data, file or program addresses. */
export function webAddress(href: string): string {
  try {
    const url = new URL(href)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : ''
  } catch {
    return ''
  }
}
