import type { Box } from '../types'
import type { FakePage } from './course'

/** A fake PDF page: where each line stands, as a picture (SVG) and as boxes that fit it exactly. */

const WIDTH = 720
const HEIGHT = 540

interface Placed {
  text: string
  /** In code points of the page's text. */
  from: number
  x: number
  y: number
  size: number
  width: number
  bold: boolean
  bullet: boolean
}

function place(page: FakePage): Placed[] {
  const points = Array.from(page.text)
  const lines: Placed[] = []
  let y = 86
  for (const block of page.blocks) {
    const heading = block.kind === 'heading'
    const bullet = block.kind === 'item'
    const size = heading ? 30 : 19
    const x = bullet ? 74 : 52
    const most = Math.floor((WIDTH - x - 50) / (size * 0.5))
    const words = points.slice(block.from, block.to).join('').split(' ')
    let from = block.from
    for (let first = true; words.length; first = false) {
      let text = words.shift()!
      while (words.length && text.length + 1 + words[0]!.length <= most) text += ' ' + words.shift()
      lines.push({ text, from, x, y, size, width: text.length * size * 0.49, bold: heading, bullet: bullet && first })
      from += Array.from(text).length + 1
      y += size * 1.4
    }
    y += heading ? 16 : 10
  }
  return lines
}

const escape = (s: string) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

export function pagePicture(page: FakePage, number: number): string {
  const text = place(page)
    .map(
      (l) =>
        (l.bullet ? `<circle cx="${l.x - 14}" cy="${l.y - l.size * 0.3}" r="3" fill="#c2410c"/>` : '') +
        `<text x="${l.x}" y="${l.y}" font-size="${l.size}" textLength="${l.width}" lengthAdjust="spacingAndGlyphs"` +
        ` font-weight="${l.bold ? 700 : 400}" fill="${l.bold ? '#7c2d12' : '#27272a'}">${escape(l.text)}</text>`,
    )
    .join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH * 2}" height="${HEIGHT * 2}"` +
    ` font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="#fff"/>` +
    `<rect width="12" height="100%" fill="#c2410c"/>${text}` +
    `<text x="${WIDTH - 60}" y="${HEIGHT - 24}" font-size="13" fill="#78716c">${number}</text></svg>`
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

export function boxesOf(page: FakePage, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (const line of place(page)) {
    const length = Array.from(line.text).length
    const a = Math.max(0, from - line.from)
    const b = Math.min(length, to - line.from)
    if (a >= b) continue
    const at = (n: number) => (line.x + (line.width * n) / length) / WIDTH
    boxes.push([at(a), (line.y - line.size * 0.92) / HEIGHT, at(b), (line.y + line.size * 0.26) / HEIGHT])
  }
  return boxes
}

export const pageSize = { width: WIDTH, height: HEIGHT }
