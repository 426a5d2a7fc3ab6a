import type { Api } from './api'
import { wailsApi, wailsSoon } from './wails'

/**
 * The program around the page: Go when there is one, the fake when the address asks for it (`?fake`, `?fake=empty`, `?fake=many`, `?fake=closed`), and
 * nothing in a plain browser.
 */
export async function chooseApi(search: string): Promise<Api | null> {
  if (await wailsSoon()) return wailsApi()
  const query = new URLSearchParams(search)
  if (!query.has('fake')) return null
  const { FakeApi } = await import('./fake/fake')
  const fake = new FakeApi({ empty: query.get('fake') === 'empty', many: query.get('fake') === 'many', closed: query.get('fake') === 'closed', pace: Number(query.get('pace') ?? 40) })
  if (!query.has('still')) fake.simulate()
  Object.assign(window, { fake })
  return fake
}
