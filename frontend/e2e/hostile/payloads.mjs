/**
 * What a course file or a model writes to make the page run something or call somebody. Each of them sets `__pwned` on the
 * window, opens a dialog or fetches from the canary, an address where nobody has any business.
 */
export const payloads = (canary) => [
  `<script>window.__pwned = 'script'</script>`,
  `<script src="${canary}/script.js"></script>`,
  `</script><script>alert('closed')</script>`,
  `</title></textarea></style></template><script>window.__pwned = 'closed all'</script>`,
  `<img src=x onerror="window.__pwned = 'img'">`,
  `<img src="${canary}/pixel.png" width=1>`,
  `<picture><source srcset="${canary}/source.png"><img></picture>`,
  `<svg onload="window.__pwned = 'svg'"><use href="${canary}/use.svg#x"/><script>alert(1)</script></svg>`,
  `<iframe src="${canary}/frame" srcdoc="<script>parent.__pwned = 'frame'</script>"></iframe>`,
  `<object data="${canary}/object"></object><embed src="${canary}/embed">`,
  `<link rel=stylesheet href="${canary}/style.css"><style>@import url(${canary}/import.css); body { background: url(${canary}/bg) }</style>`,
  `<style>@font-face { font-family: x; src: url(${canary}/font.woff2) } * { font-family: x }</style>`,
  `<base href="${canary}/"><meta http-equiv=refresh content="0;url=${canary}/refresh">`,
  `<a href="javascript:window.__pwned='link'" autofocus onfocus="window.__pwned='focus'">press</a>`,
  `<details open ontoggle="window.__pwned = 'toggle'"><summary>more</summary></details>`,
  `<video src="${canary}/film.mp4" autoplay onerror="window.__pwned = 'video'"></video><audio src="${canary}/tone.mp3" autoplay></audio>`,
  `<form action="${canary}/form"><button autofocus>send</button></form>`,
  `<math><mtext><mglyph><style><img src=x onerror="window.__pwned='mutation'"></style></mglyph></mtext></math>`,
  `![pixel](${canary}/markdown.png) [press](javascript:window.__pwned='markdown') [data](data:text/html,<script>alert(1)</script>)`,
  `[file](file:///etc/passwd) [ibid](ibid:///open?module=x) [web](${canary}/only-after-a-click) <${canary}/auto>`,
  `{{constructor.constructor('window.__pwned=1')()}} \${window.__pwned = 1} {@html '<img src=x onerror=alert(1)>'}`,
  '\u202Eexe.fdp\u202C \u2066isolated\u2069 \u200Fmarked\u200E \uE000private\uE002 zero\u200Bwidth',
]

/** A table that is larger than any window. */
export function giantTable(rows, columns, cell) {
  const line = (f) => `| ${Array.from({ length: columns }, (_, i) => f(i)).join(' | ')} |`
  return [line((i) => `Column ${i}`), line(() => '---'), ...Array.from({ length: rows }, (_, r) => line((c) => `${cell} ${r}.${c}`))].join('\n')
}
