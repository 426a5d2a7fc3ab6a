/** What a model writes that was trained, or talked into it by a course file, to do harm. */
import assert from 'node:assert/strict'
import { giantTable, payloads } from './payloads.mjs'

const fact = 'The aardvark of the test garden eats exactly seven turnips each Tuesday morning'
const words = (text) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** An answer that is invented for the most part is not shown at all, so the harm comes after two words that are true for each three of its own. */
export const afterFacts = (harm) => `${`${fact} [1]. `.repeat(1 + Math.ceil((words(harm) * 2) / 3 / words(fact)))}\n\n${harm}`

/**
 * name; text(canary), which with its facts is no longer than an answer may be; the words of it that must stand on the page,
 * without which nothing was tried; and what else must hold there.
 */
export const answers = () => [
  {
    name: 'HTML and script',
    text: (canary) => payloads(canary).map((p) => `${fact} [1]. ${p}`).join('\n\n'),
    shows: ["<script>window.__pwned = 'script'</script>", '<img src=x onerror="window.__pwned = \'img\'">', '<iframe src=', '<form action=', 'ontoggle='],
  },
  {
    name: 'HTML and script in lists, tables, quotes, headings, code and links',
    text: (canary) =>
      payloads(canary)
        .map((p, i) => [`# ${p}`, `- ${p}\n  1. ${p}`, `> ${p}`, `\`\`\`html"onload=alert(1)\n${p}\n\`\`\``, `| a | b |\n| --- | --- |\n| ${p} | [1] |`, `\`${p}\``, `**${p}** [${p}](${canary}/link)`][i % 7])
        .join('\n\n'),
    shows: ["<script>window.__pwned = 'script'</script>", '<img src=x onerror="window.__pwned = \'img\'">', '<iframe src=', '<form action=', 'ontoggle='],
    check: async ({ article }) => {
      for (const part of ['h3', 'ul ol', 'blockquote', 'pre', 'table td', 'p code', 'button.link']) assert.ok((await article.locator(`.answer ${part}`).count()) > 0, part)
    },
  },
  {
    name: 'citations that point nowhere',
    text: (canary) =>
      `Also [99]. And [0], [-1], [1,99], [100, 200], [1](javascript:alert(1)), [99](${canary}/cite), [1][1] and [2][evil].\n\n[1]: javascript:window.__pwned='definition'\n[evil]: ${canary}/definition`,
    shows: ['(javascript:alert(1))', "javascript:window.__pwned='definition'"],
    check: async ({ article, known }) => {
      assert.ok(known.length > 0, 'the true citation stays')
      assert.ok((await article.locator('[data-cite="1"]').count()) > 0)
      assert.doesNotMatch(await article.locator('.answer').textContent(), /\[99\]/)
      assert.equal(await article.locator('[data-cite="99"], [data-cite="0"], [data-cite="200"]').count(), 0)
    },
  },
  {
    name: 'links',
    text: (canary) =>
      `[bank.example](${canary}/only-after-a-click) [script](javascript:window.__pwned=1) [mixed](JaVaScRiPt:alert(1)) [data](data:text/html;base64,PHNjcmlwdD4=) [file](file:///etc/passwd) [tab](java\tscript:alert(1)) [open](ibid:///open?module=x) ${canary}/bare www.example.invalid <${canary}/angle> <javascript:alert(1)> ![picture](${canary}/picture.png "title") ![](${canary}/nameless.png)`,
    shows: ['script mixed data file', 'javascript:alert(1)', 'picture'],
    check: async ({ article, page }) => {
      const links = await article.locator('.answer button.link').evaluateAll((all) => all.map((e) => e.title))
      assert.ok(links.length > 0 && links.every((title) => /^Opens https?:\/\//.test(title)), links.join('\n'))
      assert.match(await article.locator('.answer').textContent(), /bank\.example \(127\.0\.0\.1:\d+\)/, 'the text does not hide where the link leads')
      assert.equal(await page.locator('.answer img').count(), 0)
    },
  },
  {
    name: 'a table that is wider than any window',
    text: () => giantTable(4, 60, '<img src=x>'),
    shows: ['<img src=x> 3.59'],
    check: async ({ article }) => assert.equal(await article.locator('.answer td').count(), 240),
  },
  { name: 'quotes in quotes', text: () => `${'> '.repeat(3000)}deep`, shows: ['deep'] },
  { name: 'lists in lists', text: () => Array.from({ length: 80 }, (_, i) => `${'  '.repeat(i)}- item ${i}`).join('\n'), shows: ['item 0', 'item 79'] },
  { name: 'signs that never close', text: () => `${'*'.repeat(5000)}x${'['.repeat(5000)}y`, shows: ['*x[', '[y'] },
  { name: 'one endless word', text: () => `${'<b>'.repeat(200)}${'w'.repeat(9000)}`, shows: ['<b><b>www', 'w'.repeat(9000)] },
  {
    name: 'templates, marks of the program and characters that turn the text around',
    text: () =>
      `{{constructor.constructor('window.__pwned=1')()}} \uE000\uE001 half a mark \uE001 [1\uE002] \u202Egnp.exe\u202C \u0000\u0007\u001B[31m &lt;script&gt;alert(1)&lt;/script&gt; &#x3c;img src=x onerror=alert(1)&#x3e;`,
    shows: ["{{constructor.constructor('window.__pwned=1')()}}", 'half a mark', 'gnp.exe', '<script>alert(1)</script>'],
    check: async ({ article }) => assert.doesNotMatch(await article.locator('.answer').textContent(), /[\uE000-\uE002]/),
  },
]
