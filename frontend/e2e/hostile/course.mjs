/** A folder of course files that try everything, in every format whose text the page shows. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giantTable, payloads } from './payloads.mjs'
import { zip } from './zip.mjs'

/** The folder's own name is shown as the module's. */
export const folderName = `<img src=x onerror=alert('module')> \u202Eeludom`

/** A name as the window shows it: nothing in it turns the words around it. */
export const shown = (name) => name.replace(/[\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')

/** What the file about an animal says, and the question that only it answers. */
const fact = (animal) => `The ${animal} of the test garden eats exactly seven turnips each Tuesday morning.`
export const question = (animal) => `How many turnips does the ${animal} of the test garden eat?`

/** Animal -> [file name, content]. */
function files(canary) {
  const bad = payloads(canary)
  const paragraphs = (animal) => bad.map((p) => `${fact(animal)} ${p}`).join('\n\n')
  return {
    aardvark: [`<img src=x onerror=window.__pwned='name'>.md`, `# <script>alert('heading')</script> Aardvark\n\n${paragraphs('aardvark')}\n`],
    badger: [`"><svg onload=window.__pwned='name'>.txt`, paragraphs('badger')],
    chamois: ['page.html', page('chamois', bad, canary)],
    dormouse: ['\u202Elmth.kced.html', deck('dormouse', bad)],
    echidna: [`{{constructor.constructor('window.__pwned=1')()}}.vtt`, transcript('echidna', bad, canary)],
    ferret: [`javascript:window.__pwned='name'.srt`, captions('ferret', bad)],
    gazelle: ['%2e%2e%2fetc%2fpasswd#?&.docx', document('gazelle', bad, canary)],
    hedgehog: ['a\nname of "two" lines.md', `---\ntitle: <img src=x onerror=alert('title')>\n---\n\n${fact('hedgehog')}\n\n${giantTable(300, 12, bad[4])}\n`],
    ibex: ['slides.pdf', pdf('ibex', canary)],
  }
}

export async function writeCourse(parent, canary) {
  const folder = join(parent, folderName)
  await mkdir(folder, { recursive: true })
  const course = files(canary)
  for (const [name, content] of Object.values(course)) await writeFile(join(folder, name), content)
  return { folder, names: Object.fromEntries(Object.entries(course).map(([animal, [name]]) => [animal, name])) }
}

function page(animal, bad, canary) {
  return `<!doctype html><html onclick="alert(1)"><head><title>&lt;script&gt;alert('title')&lt;/script&gt;</title>
<base href="${canary}/"><meta http-equiv="refresh" content="0;url=${canary}/refresh"><link rel="icon" href="${canary}/icon">
<style>@import url(${canary}/page.css);</style><script>window.__pwned = 'page'</script></head>
<body onload="window.__pwned = 'body'"><h1>${animal}<img src=x onerror="window.__pwned='h1'"></h1>
${bad.map((p) => `<p>${fact(animal)} ${p}</p><p>${fact(animal)} ${escape(p)}</p>`).join('\n')}</body></html>`
}

function deck(animal, bad) {
  return `<!doctype html><title>Deck</title><textarea id="source">${bad.map((p) => `# ${animal}\n\n${fact(animal)} ${escape(p)}`).join('\n\n---\n\n')}</textarea>
<script src="remark.js"></script>`
}

const time = (s) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}.000`

function transcript(animal, bad, canary) {
  const cues = bad.map((p, i) => `${time(i * 5)} --> ${time(i * 5 + 5)} line:0 position:999%\n<v <img src=x onerror=alert(1)>>${fact(animal)} ${p}`)
  return `WEBVTT\n\nSTYLE\n::cue { background: url(${canary}/cue.png) }\n\nNOTE <script>alert(1)</script>\n\n${cues.join('\n\n')}\n`
}

function captions(animal, bad) {
  return bad.map((p, i) => `${i + 1}\n${time(i * 5)} --> ${time(i * 5 + 5)}\n${fact(animal)} ${p}`.replaceAll('.000 ', ',000 ')).join('\n\n')
}

function document(animal, bad, canary) {
  const run = (text) => `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const types = 'application/vnd.openxmlformats-'
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="${types}package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${types}officedocument.wordprocessingml.document.main+xml"/><Override PartName="/docProps/core.xml" ContentType="${types}package.core-properties+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${xml}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escape("<svg onload=alert('title')>")}</dc:title></cp:coreProperties>`,
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="l1" Type="${office}/hyperlink" Target="javascript:window.__pwned='docx'" TargetMode="External"/><Relationship Id="p1" Type="${office}/image" Target="${canary}/docx.png" TargetMode="External"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"><w:body>${bad.map((p) => run(`${fact(animal)} ${p}`)).join('')}<w:p><w:hyperlink r:id="l1"><w:r><w:t>press</w:t></w:r></w:hyperlink></w:p><w:tbl>${bad.map((p) => `<w:tr><w:tc>${run(animal)}</w:tc><w:tc>${run(p)}</w:tc></w:tr>`).join('')}</w:tbl></w:body></w:document>`,
  })
}

/** A page that runs script when it is opened, calls the canary from an annotation, and writes a payload. */
function pdf(animal, canary) {
  const shown = [fact(animal), `<img src=x onerror="window.__pwned='pdf'">`, `<script>alert('pdf')</script>`]
  const text = `BT /F1 11 Tf 50 700 Td 16 TL ${shown.map((s) => `(${s.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\); app.launchURL\\("' + canary + '/launch"\\)) >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>
/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (${canary}/annotation) >> >>] /AA << /O << /S /JavaScript /JS (app.alert\\(2\\)) >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let out = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = out.length
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return `${out}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
