import axe from 'axe-core'
import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFileSync, readdirSync } from 'node:fs'
import { contentSecurityPolicy } from '../csp'
import Root from '../src/App.svelte'
import { answerTo } from '../src/lib/api/fake/answers'
import { FakeApi } from '../src/lib/api/fake/fake'
import Window from '../src/Window.svelte'
import { Problem } from '../src/lib/api/problem'
import type { AnswerInfo } from '../src/lib/api/types'

let api: FakeApi

async function open(options = {}) {
  api = new FakeApi({ pace: 0, ...options })
  render(Root, { api })
  await screen.findByRole('navigation', { name: 'Main' })
  await vi.waitFor(() => expect(document.querySelector('main .unseen')?.textContent).not.toBe('Loading'))
}

async function ask(question: string) {
  const box = await screen.findByRole('textbox', { name: 'Your question' })
  const before = document.querySelectorAll('article').length
  await fireEvent.input(box, { target: { value: question } })
  await fireEvent.keyDown(box, { key: 'Enter' })
  await vi.waitFor(() => expect(document.querySelectorAll('article[aria-busy="false"]')).toHaveLength(before + 1))
}

/** Contrast needs layout and colours, which jsdom has not: the browser tests look at that. */
async function accessible() {
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([])
}

describe('every view', () => {
  beforeEach(() => open())

  it('start', accessible)
  it('module', async () => {
    await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
    await screen.findByRole('table')
    await accessible()
  })
  it('answer with its source', async () => {
    await ask('What are the levels of processing?')
    await fireEvent.click(screen.getAllByRole('button', { name: 'Source 1, 01 Encoding.pdf, page 3' })[0]!)
    const pane = await screen.findByRole('complementary', { name: 'Source' })
    await within(pane).findByText('page 3 of 4')
    await vi.waitFor(() => expect(document.querySelectorAll('[data-highlight]').length).toBeGreaterThan(0))
    await accessible()
    await fireEvent.click(within(pane).getByRole('button', { name: 'Show as text' }))
    await vi.waitFor(() => expect(pane.querySelector('mark')?.textContent).toContain('Craik and Lockhart (1972)'))
    await accessible()
  })
  it('what Ibid read of a document', async () => {
    await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 1/ }))
    await fireEvent.click(await screen.findByRole('button', { name: 'More for 01 Encoding.pdf' }))
    await fireEvent.click(await screen.findByRole('menuitem', { name: 'What Ibid read' }))
    const dialog = document.querySelector('dialog')!
    await vi.waitFor(() => expect(dialog.textContent).toContain('nearly the same passage'))
    expect(dialog.textContent).toContain('Removed as boilerplate')
    expect(dialog.textContent).toMatch(/PSY201 How memory works · Autumn\s+on 4 pages/)
    await accessible()
    await fireEvent.click([...dialog.querySelectorAll('button')].find((b) => b.textContent === 'Revising well.md, Week plan')!)
    expect(document.querySelector('dialog')).toBeNull()
    const pane = await screen.findByRole('complementary', { name: 'Source' })
    await within(pane).findByRole('heading', { name: 'Revising well.md' })
  })
  it('another place of what is cited', async () => {
    await ask('What are the levels of processing?')
    await fireEvent.click(await screen.findByRole('button', { name: 'Revising well.md, Week plan' }))
    const pane = await screen.findByRole('complementary', { name: 'Source' })
    await within(pane).findByRole('heading', { name: 'Revising well.md' })
    await accessible()
  })
  it('refusal', async () => {
    await ask('Who discovered penicillin?')
    await screen.findByRole('heading', { name: 'The closest places' })
    await accessible()
  })
  it('find', async () => {
    await fireEvent.click(screen.getByRole('button', { name: /^Find/ }))
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'retrieval' } })
    await vi.waitFor(() => expect(document.querySelector('[data-found] mark')).toBeTruthy())
    await accessible()
  })
  it('history', async () => {
    await fireEvent.click(await screen.findByRole('button', { name: 'All conversations' }))
    await screen.findByRole('heading', { name: 'Conversations' })
    await accessible()
  })
  it('settings', async () => {
    await fireEvent.click(screen.getByRole('button', { name: /^Settings/ }))
    await screen.findByRole('heading', { name: 'OpenRouter' })
    await accessible()
  })
})

it('a locked file is opened with its password', async () => {
  await open()
  await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
  await screen.findByRole('table')
  await fireEvent.click(screen.getByRole('button', { name: 'Enter password' }))
  const box = screen.getByLabelText('Password of Past papers/2024.pdf')
  expect(box.getAttribute('type')).toBe('password')
  await accessible()
  const give = async (password: string) => {
    await fireEvent.input(box, { target: { value: password } })
    await fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  }
  await give('wrong')
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong password')
  await accessible()
  await give('recall')
  await screen.findByText(/Its password is in the keyring of your system/)
  expect(screen.queryByRole('button', { name: 'Enter password' })).toBeNull()
  expect(document.body.innerHTML).not.toContain('recall"')
})

it('a password that no keyring keeps is told', async () => {
  await open()
  await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
  vi.spyOn(api, 'unlock').mockResolvedValue({ note: { code: 'password_not_kept', title: 'The password is not kept', detail: 'No keyring.', action: 'Install one.' } })
  await fireEvent.click(await screen.findByRole('button', { name: 'Enter password' }))
  await fireEvent.input(screen.getByLabelText('Password of Past papers/2024.pdf'), { target: { value: 'x' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('The password is not kept. No keyring. Install one.')
})

it('a data folder that does not open is told, and tried again', async () => {
  api = new FakeApi({ pace: 0, closed: true })
  render(Window, { api })
  await screen.findByRole('heading', { level: 1, name: 'The index is damaged' })
  expect(screen.getByRole('alert').textContent).toContain('ibid doctor --repair')
  screen.getByText('/home/robin/.local/share/ibid')
  await accessible()
  for (const name of ['Open folder', 'Quit']) await fireEvent.click(screen.getByRole('button', { name }))
  expect(api.opened).toEqual(['data folder', 'quit'])
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Tried again: it does not open yet.')
  vi.spyOn(api, 'showFolder').mockRejectedValue(new Problem({ code: 'not_shown', title: 'The folder could not be shown', detail: '', action: 'Open it yourself.' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Open folder' }))
  await screen.findByText('The folder could not be shown. Open it yourself.')
  api.mend()
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('navigation', { name: 'Main' })
})

it('nothing is tried again where that cannot help', async () => {
  api = new FakeApi({ pace: 0, closed: true })
  const opened = await api.open()
  vi.spyOn(api, 'open').mockResolvedValue({ ...opened, tryAgain: false })
  render(Window, { api })
  await screen.findByRole('button', { name: 'Quit' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('an empty Ibid says what to do', async () => {
  await open({ empty: true })
  await screen.findByText('Drop the folder of a course here')
  await accessible()
  await fireEvent.click(screen.getByRole('button', { name: 'Try the sample course' }))
  await screen.findByRole('heading', { level: 1, name: 'How memory works' })
})

it('one module is named in the box of a follow-up, not offered as a choice', async () => {
  await open()
  const [one, ...rest] = await api.modules()
  await ask('What are the levels of processing?')
  screen.getByRole('button', { name: /^Modules to ask/ })
  vi.spyOn(api, 'modules').mockResolvedValue([one!])
  api.hub.emit('modules:changed', {})
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Modules to ask/ })).toBeNull())
  expect(rest.length).toBeGreaterThan(0)
  expect(document.querySelector('form .only')!.textContent).toBe(one!.name)
})

it('a conversation can be read and deleted when its module is gone', async () => {
  await open()
  vi.spyOn(api, 'modules').mockResolvedValue([])
  api.hub.emit('modules:changed', {})
  await screen.findByText('Drop the folder of a course here')
  const [title] = (await api.conversations()).map((c) => c.title)
  await fireEvent.click(screen.getByRole('button', { name: title }))
  await screen.findByRole('heading', { level: 2, name: title })
  await fireEvent.click(screen.getByRole('button', { name: 'All conversations' }))
  await fireEvent.click(screen.getByRole('button', { name: `Delete “${title}”` }))
  await fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: title })).toBeNull())
  await fireEvent.click(screen.getByRole('button', { name: /^New question/ }))
  await screen.findByText('Drop the folder of a course here')
})

it('what an answer comes with is said on it, and stays in the conversation', async () => {
  await open()
  const text = '3 of 9 files are not read yet: this answer does not know them.'
  for (const question of ['What are the levels of processing?', 'Who discovered penicillin?']) {
    await fireEvent.click(screen.getByRole('button', { name: /^New question/ }))
    const answer = { ...answerTo(question, 'auto'), notices: [{ code: 'not_all_indexed', text }] }
    vi.spyOn(api, 'answer').mockResolvedValue(answer)
    await ask(question)
    await screen.findByText(text)
    const { conversations, conversation } = api
    const [last] = (await conversations.call(api)).toSorted((a, b) => b.id - a.id)
    const kept = await conversation.call(api, last!.id)
    vi.spyOn(api, 'conversation').mockResolvedValue({ ...kept, messages: [{ ...kept.messages!.at(-1)!, answer }] })
    await fireEvent.click(screen.getByRole('button', { name: /^New question/ }))
    expect(screen.queryByText(text)).toBeNull()
    await fireEvent.click(screen.getAllByRole('button', { name: question })[0]!)
    await screen.findByText(text)
    vi.restoreAllMocks()
  }
})

it('a file that is the same as another says so', async () => {
  await open()
  await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
  const row = (await screen.findByText('03 Forgetting (1).pdf')).closest('tr')!
  within(row).getByText('Same as 03 Forgetting.pdf')
})

it('the name of a module is under the cursor when it is to be changed', async () => {
  await open()
  await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
  const more = await screen.findByRole('button', { name: 'More for How memory works' })
  more.focus()
  await fireEvent.click(more)
  await fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
  const box = await screen.findByRole('textbox', { name: 'Name of the module' })
  await vi.waitFor(() => expect(document.activeElement).toBe(box))
})

it('what was left out says why in each list', async () => {
  await open()
  const one = (await api.documents('how-memory-works'))[0]!
  const problem = { code: 'empty', title: 'Empty file', detail: 'There is nothing to read in the file.', action: 'Copy it again.' }
  vi.spyOn(api, 'documents').mockResolvedValue([{ ...one, state: 'skipped', problem }])
  await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
  await screen.findByText(problem.detail)
  expect(screen.queryByText(problem.action)).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: /^Left out/ }))
  await screen.findByText(problem.action)
})

it('the file in hand tells how long it takes, where that is more than a moment', async () => {
  await open()
  await fireEvent.click(await screen.findByRole('button', { name: /^Macroeconomics Reading/ }))
  const step = { rev: 1, module: 'macroeconomics', done: 30, total: 46, secondsLeft: 900, current: 'Week 1/Long.pdf' }
  api.hub.emit('ingest:progress', { ...step, currentLeft: 41 })
  await screen.findByText(/, now Long\.pdf, 50 seconds left/)
  for (const [n, currentLeft] of [9, null].entries()) {
    api.hub.emit('ingest:progress', { ...step, rev: n + 2, currentLeft })
    await screen.findByText(/, now Long\.pdf$/)
  }
})

it('thousands of files are drawn by the hundred', async () => {
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame')
  await open()
  const one = (await api.documents('how-memory-works'))[0]!
  vi.spyOn(api, 'documents').mockResolvedValue(Array.from({ length: 5000 }, (_, i) => ({ ...one, id: 9000 + i, doc: `File ${i}.pdf` })))
  await fireEvent.click(await screen.findByRole('button', { name: /^How memory works 12 files/ }))
  await screen.findByText(/100 of 5,000 files are shown/)
  const rows = () => document.querySelectorAll('tbody tr').length
  await vi.waitFor(() => expect(rows()).toBe(100), 10_000)
  expect(frames.mock.calls.length, 'a piece between two frames').toBeGreaterThanOrEqual(3)
  await fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await vi.waitFor(() => expect(rows()).toBe(200), 10_000)
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'file 499' } })
  await vi.waitFor(() => expect(rows()).toBe(11))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: '' } })
  await vi.waitFor(() => expect(rows()).toBe(100), 10_000)
}, 60_000)

it('the settings reach each choice', async () => {
  await open()
  await fireEvent.click(screen.getByRole('button', { name: /^Settings/ }))
  await fireEvent.change(await screen.findByLabelText('Prompt'), { target: { value: 'concise' } })
  await fireEvent.change(screen.getByLabelText('Model for meaning'), { target: { value: 'ollama:nomic-embed-text:latest' } })
  await fireEvent.change(screen.getByLabelText('Length a model reads and writes'), { target: { value: '1000' } })
  await fireEvent.change(screen.getByLabelText('Transcript'), { target: { value: '9' } })
  await fireEvent.click(screen.getByRole('switch', { name: 'Work on battery' }))
  await vi.waitFor(async () =>
    expect(await api.settings()).toMatchObject({
      prompt_template: 'concise',
      embedder: 'ollama:nomic-embed-text:latest',
      work_on_battery: true,
      retrieval: { context_tokens: 2048, neighbours: { transcript: 3 } },
    }),
  )
})

it('a model that looks at pages is only chosen by the student, and what is sent where is said', async () => {
  await open()
  const health = await api.health()
  health.ollama.models!.push({ name: 'llava:7b', size: 1, remote: false, sees: true }, { name: 'seer:cloud', size: 1, remote: true, sees: true })
  api.health = async () => health
  await fireEvent.click(screen.getByRole('button', { name: /^Settings/ }))
  await fireEvent.click(await screen.findByRole('button', { name: 'Look again' }))
  await screen.findAllByText('llava:7b')
  const choice = await screen.findByLabelText<HTMLSelectElement>('Model that looks at them')
  expect(choice.value).toBe('')
  expect([...choice.options].map((o) => [o.text, o.disabled])).toEqual([['Nobody', false], ['llava:7b', false], ['seer:cloud', true]])
  expect(screen.getByText(/^Off: no picture is sent/)).toBeTruthy()
  await fireEvent.change(choice, { target: { value: 'ollama:llava:7b' } })
  await screen.findByText(/are sent to Ollama on this laptop and nowhere else/)
  expect(await api.settings()).toMatchObject({ vision_model: 'ollama:llava:7b' })
  expect(screen.getByText(/^Nothing. There is no account/)).toBeTruthy()
  await api.saveSettings({ ...(await api.settings()), vision_model: 'ollama:seer:cloud' })
  expect(await screen.findAllByText(/Pictures of pages .*to a model of Ollama on another computer/)).toHaveLength(2)
  expect(screen.getByText(/Web pages that you add are fetched/)).toBeTruthy()
  api.health = async () => ({ ...structuredClone(health), openrouter: { enabled: true, hasKey: true } })
  await fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await screen.findByText('A model of OpenRouter')
  await fireEvent.change(choice, { target: { value: 'openrouter' } })
  await screen.findByText(/which charges for them/)
  expect((await api.settings()).vision_model).toBe('ollama:seer:cloud')
  await fireEvent.click(screen.getByRole('button', { name: 'Send them to OpenRouter' }))
  await vi.waitFor(async () => expect((await api.settings()).vision_model).toMatch(/^openrouter:/))
})

it('a transcriber holds from the moment it can work, and its key does not come back to the page', async () => {
  await open()
  await fireEvent.click(screen.getByRole('button', { name: /^Settings/ }))
  await fireEvent.change(await screen.findByLabelText('Who hears them'), { target: { value: 'server' } })
  expect((await api.settings()).transcriber.with).toBe('')
  await fireEvent.change(screen.getByLabelText('Language that is spoken'), { target: { value: 'DE' } })
  await fireEvent.change(screen.getByLabelText('Address'), { target: { value: ' http://127.0.0.1:8080/inference ' } })
  await vi.waitFor(async () =>
    expect((await api.settings()).transcriber).toEqual({ with: 'server', address: 'http://127.0.0.1:8080/inference', program: '', model: '', language: 'de' }),
  )
  await fireEvent.input(screen.getByLabelText('Key of the server'), { target: { value: 'sk-secret' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Save its key' }))
  await screen.findByRole('button', { name: 'Remove its key' })
  expect(document.body.innerHTML).not.toContain('sk-secret')
  const health = api.health.bind(api)
  api.health = async () => ({ ...(await health()), transcriberKey: 'variable' })
  await api.saveSettings(await api.settings())
  await screen.findByText(/^Set in the environment/)
  expect(screen.queryByRole('button', { name: 'Remove its key' })).toBeNull()
  expect(screen.getByText(/^Nothing. There is no account/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('switch', { name: 'Allow models on other computers' }))
  await vi.waitFor(async () => expect((await api.settings()).allow_remote).toBe(true))
  await fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'https://api.example.org/v1' } })
  await screen.findByText(/^The sound of recordings, to api.example.org/)
  await fireEvent.change(screen.getByLabelText('Who hears them'), { target: { value: 'program' } })
  await fireEvent.click(screen.getByRole('button', { name: 'Choose program…' }))
  await vi.waitFor(async () => expect((await api.settings()).transcriber).toMatchObject({ with: 'program', program: '/usr/local/bin/whisper-cli' }))
  await screen.findByText('/usr/local/bin/whisper-cli')
  await fireEvent.change(screen.getByLabelText('Who hears them'), { target: { value: '' } })
  await vi.waitFor(async () => expect((await api.settings()).transcriber.with).toBe(''))
})

it('the settings lead to a key for OpenRouter', async () => {
  await open()
  await fireEvent.click(screen.getByRole('button', { name: /^Settings/ }))
  await fireEvent.click(await screen.findByRole('switch', { name: /^Use OpenRouter/ }))
  await fireEvent.click(await screen.findByRole('button', { name: 'Get a key' }))
  expect(api.opened).toEqual(['https://openrouter.ai/keys'])
})

it('a question as long as a page leaves room for its answer', async () => {
  await open()
  const question = 'And how does this fit with the rest? '.repeat(60).trim()
  await ask(question)
  const more = screen.getByRole('button', { name: 'Show the whole question' })
  expect(screen.getByRole('heading', { level: 2, name: question }).classList).toContain('cut')
  await fireEvent.click(more)
  expect(screen.getByRole('heading', { level: 2, name: question }).classList).not.toContain('cut')
})

describe('keyboard', () => {
  it('arrows walk the citations, Esc closes the source and goes back', async () => {
    await open()
    await ask('Which spacing schedule gave the best recall?')
    const [one, two] = [...document.querySelectorAll<HTMLElement>('[data-cite]')] as [HTMLElement, HTMLElement]
    one.focus()
    await fireEvent.click(one)
    await screen.findByRole('complementary', { name: 'Source' })
    await fireEvent.keyDown(one, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(two)
    await vi.waitFor(() => expect(two.getAttribute('aria-pressed')).toBe('true'))
    await fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.queryByRole('complementary', { name: 'Source' })).toBeNull()
  })

  it('arrows lead from an empty question box to the newest answer', async () => {
    await open()
    await ask('What are the levels of processing?')
    await ask('Which spacing schedule gave the best recall?')
    const box = screen.getByRole('textbox', { name: 'Your question' })
    const cites = [...[...document.querySelectorAll('article')].at(-1)!.querySelectorAll('[data-cite]')]
    for (const [key, cite] of [['ArrowRight', cites[0]], ['ArrowLeft', cites.at(-1)]] as const) {
      box.focus()
      await fireEvent.keyDown(box, { key })
      expect(document.activeElement).toBe(cite)
    }
    box.focus()
    await fireEvent.input(box, { target: { value: 'and' } })
    await fireEvent.keyDown(box, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(box)
  })

  it('each way to Find leads into its box, and leaves the source of an answer behind', async () => {
    await open()
    await ask('What are the levels of processing?')
    const button = screen.getByRole('button', { name: /^Find/ })
    const click = () => fireEvent.click(button)
    const press = () => fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
    for (const go of [click, press]) {
      await fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
      await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your question' })))
      await fireEvent.click(document.querySelector('[data-cite]')!)
      await screen.findByRole('complementary', { name: 'Source' })
      button.focus()
      await go()
      await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find in your material' })))
      expect(screen.queryByRole('complementary', { name: 'Source' })).toBeNull()
    }
    button.focus()
    await click()
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'retrieval' } })
    await vi.waitFor(() => expect(document.querySelector('[data-found]')).toBeTruthy())
    await fireEvent.click(document.querySelector('[data-found]')!)
    await screen.findByRole('complementary', { name: 'Source' })
    await press()
    screen.getByRole('complementary', { name: 'Source' })
    await fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    await vi.waitFor(() => expect(screen.queryByRole('complementary', { name: 'Source' })).toBeNull())
  })
})

describe('hostile material', () => {
  const nasty = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
  afterEach(() => expect((window as { hit?: number }).hit).toBeUndefined())

  it('stays text in an answer, its quotes and its source', async () => {
    await open()
    const honest = await api.source('levels')
    vi.spyOn(api, 'source').mockResolvedValue({ ...honest, page: { ...honest.page, text: nasty, blocks: [], hasPicture: false } })
    vi.spyOn(api, 'answer').mockImplementation(async () => {
      const place = { ...honest.place, doc: `${nasty}.pdf`, text: nasty }
      return {
        question: 'q', standalone: 'q', answered: true, confidence: 0.9, model: 'ollama:x', mode: 'generated', took_ms: 1,
        answer: `${nasty} [1] [go](javascript:window.hit=1) ![p](https://evil.example/p.png)\n\n${nasty}`,
        citations: [{ n: 1, ...place, quote: nasty, spans: [[0, 20]] }],
      } satisfies AnswerInfo
    })
    await ask(nasty)
    await fireEvent.click(document.querySelector('[data-cite]')!)
    await vi.waitFor(() => expect(document.querySelector('aside mark')).toBeTruthy())
    expect(document.querySelectorAll('main img, aside img, script[src*="evil"], #app script, main a')).toHaveLength(0)
    expect(document.querySelector('.answer')!.textContent).toContain(nasty)
    expect(document.querySelector('aside [role=region]')!.textContent).toContain(nasty)
  })

  it('no file of ours draws HTML from a string', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) => /\.(svelte|ts)$/.test(f))
    expect(files.length).toBeGreaterThan(50)
    for (const file of files) {
      const source = readFileSync(`src/${file}`, 'utf8')
      expect(/\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/.exec(source)?.[0], file).toBeUndefined()
    }
  })

  it('only one file knows Wails', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) => /\.(svelte|ts)$/.test(f))
    const knowing = files.filter((f) => /window\.(go|runtime)\b/.test(readFileSync(`src/${f}`, 'utf8')))
    expect(knowing).toEqual(['lib/api/wails.ts'])
  })

  it('the policy lets nothing in from elsewhere', () => {
    const policy = contentSecurityPolicy(false)
    expect(policy).not.toMatch(/https?:|unsafe|\*/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
  })
})
