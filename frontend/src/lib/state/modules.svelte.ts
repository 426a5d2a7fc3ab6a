import type { Api } from '../api/api'
import type { EventMap } from '../api/events'
import type { ModuleInfo } from '../api/types'
import { shownName } from '../text/name'
import { Fetcher } from './fetcher'

/** The student's modules: fetched whole, with the progress of reading laid over them as it comes. */
export class Modules {
  list = $state<ModuleInfo[]>([])
  loaded = $state(false)
  /** The file in hand and the seconds until it is read, by module. */
  current = $state<Record<string, { file: string; left: number | null }>>({})
  #fetcher: Fetcher

  constructor(readonly api: Api) {
    this.#fetcher = new Fetcher(async () => {
      this.list = await this.api.modules()
      this.loaded = true
    })
  }

  /** Those that can be asked: all but the ones on their way out. */
  shown = $derived(this.list.filter((m) => m.state !== 'removing'))

  refresh = (): Promise<void> => this.#fetcher.refresh()

  find(module: string): ModuleInfo | undefined {
    return this.list.find((m) => m.module === module)
  }

  /** Its name as it is shown. */
  nameOf(module: string): string {
    return shownName(this.find(module)?.name ?? module)
  }

  progressed(event: EventMap['ingest:progress']): void {
    const module = this.find(event.module)
    if (!module) return void this.refresh()
    module.progress = { done: event.done, total: event.total, secondsLeft: event.secondsLeft }
    if (event.current && event.done < event.total) this.current[event.module] = { file: event.current, left: event.currentLeft ?? null }
    else delete this.current[event.module]
  }

  async add(path: string, confirmed = false): Promise<ModuleInfo> {
    const module = await this.api.addFolder(path, '', confirmed)
    await this.refresh()
    return module
  }

  async addSample(): Promise<ModuleInfo[]> {
    const added = await this.api.sampleCourse()
    await this.refresh()
    return added
  }

  async rename(module: string, name: string): Promise<void> {
    await this.api.renameModule(module, name)
    await this.refresh()
  }

  async pause(module: string, paused: boolean): Promise<void> {
    await this.api.pauseModule(module, paused)
    await this.refresh()
  }

  async remove(module: string): Promise<number> {
    const { removeAt } = await this.api.removeModule(module)
    await this.refresh()
    return removeAt
  }

  async undoRemove(module: string): Promise<void> {
    await this.api.undoRemove(module)
    await this.refresh()
  }
}
