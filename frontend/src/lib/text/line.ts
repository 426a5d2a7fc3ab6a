/** A passage on one line: a heading is parted from what follows it by a dot, a sentence needs none. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replace(/([^\s])[^\S\n]*\n\s*/gu, (_, last: string) => last + (/[.,;:!?…”"’)\]。，！？]/u.test(last) ? ' ' : ' · '))
    .replace(/\s+/gu, ' ')
}
