/** Characters that turn the direction of the text around them, and of the window's words after them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g
/** Letters that are written from right to left, and the mark that stands for one. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const [ISOLATE, END] = ['\u2068', '\u2069']

/**
 * The name of a file or module, safe among other words: what would turn the text around shows as a replacement character,
 * and a name with letters from right to left is set apart, as <bdi> does, but in titles, labels and menus too.
 */
export function shownName(name: string): string {
  const plain = name.replace(turning, '\uFFFD')
  return rightToLeft.test(plain) ? ISOLATE + plain + END : plain
}
