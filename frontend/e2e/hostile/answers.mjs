/** What a model writes that was trained, or talked into it by a course file, to do harm. */
import assert from 'node:assert/strict'
import { giantTable, payloads } from './payloads.mjs'

const fact = 'The aardvark of the test garden eats exactly seven turnips each Tuesday morning'

/** name, text(canary), and what else must hold of the answer on the page. */
export const answers = () => [
  {
    name: 'HTML and script',
    text: (canary) => payloads(canary).map((p) => `${fact} [1]. ${p}`).join('\n\n'),
    check: async ({ article }) => assert.match(await article.locator('.answer').textContent(), /<script>window\.__pwned/),
  },
  {
    name: 'HTML and script in lists, tables, quotes, headings and code',
    text: (canary) =>
      payloads(canary)
        .map((p, i) => [`# ${p}`, `- ${p}\n  1. ${p}`, `> ${p}`, `\`\`\`html"onload=alert(1)\n${p}\n\`\`\``, `| a | b |\n| --- | --- |\n| ${p} | [1] |`][i % 5])
        .join('\n\n') + `\n\n${fact} [1].`,
  },
  {
    name: 'citations that point nowhere',
    text: (canary) =>
      `${fact} [1]. Also [99]. And [0], [-1], [1,99], [100, 200], [1](javascript:alert(1)), [99](${canary}/cite), [1][1] and [2][evil].\n\n[1]: javascript:window.__pwned='definition'\n[evil]: ${canary}/definition`,
    check: async ({ article, known }) => {
      assert.ok(known.length > 0, 'the true citation stays')
      assert.ok((await article.locator('[data-cite="1"]').count()) > 0)
      assert.doesNotMatch(await article.locator('.answer').textContent(), /\[99\]/)
      assert.equal(await article.locator('[data-cite="99"], [data-cite="0"], [data-cite="200"]').count(), 0)
    },
  },
  {
    name: 'links',
    // An answer that is invented for the most part is not shown at all.
    text: (canary) =>
      `${`${fact} [1]. `.repeat(6)}[bank.example](${canary}/only-after-a-click) [script](javascript:window.__pwned=1) [mixed](JaVaScRiPt:alert(1)) [data](data:text/html;base64,PHNjcmlwdD4=) [file](file:///etc/passwd) [tab](java\tscript:alert(1)) [open](ibid:///open?module=x) ${canary}/bare www.example.invalid <${canary}/angle> <javascript:alert(1)> ![picture](${canary}/picture.png "title") ![](${canary}/nameless.png)`,
    check: async ({ article, page }) => {
      const links = await article.locator('.answer button.link').evaluateAll((all) => all.map((e) => e.title))
      assert.ok(links.length > 0 && links.every((title) => /^Opens https?:\/\//.test(title)), links.join('\n'))
      assert.match(await article.locator('.answer').textContent(), /bank\.example \(127\.0\.0\.1:\d+\)/, 'the text does not hide where the link leads')
      assert.equal(await page.locator('.answer img').count(), 0)
    },
  },
  { name: 'a giant table', text: (canary) => `${fact} [1].\n\n${giantTable(1500, 15, `<img src=${canary}/cell.png>`)}` },
  { name: 'deep nesting', text: () => `${fact} [1].\n\n${'> '.repeat(3000)}deep\n\n${Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- item`).join('\n')}\n\n${'*'.repeat(5000)}x${'['.repeat(5000)}` },
  { name: 'one endless word', text: () => `${fact} [1]. ${'<b>'.repeat(2000)}${'w'.repeat(200_000)}` },
  {
    name: 'templates, marks of the program and characters that turn the text around',
    text: () => `${fact} [1]. {{constructor.constructor('window.__pwned=1')()}} \uE000\uE001 half a mark \uE001 [1\uE002] \u202Egnp.exe\u202C \u0000\u0007\u001B[31m &lt;script&gt;alert(1)&lt;/script&gt; &#x3c;img src=x onerror=alert(1)&#x3e;`,
  },
]
