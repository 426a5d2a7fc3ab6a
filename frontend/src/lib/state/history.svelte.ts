import type { Api } from '../api/api'
import type { ConversationInfo } from '../api/types'
import { Fetcher } from './fetcher'

/** Past conversations, newest first. */
export class History {
  list = $state.raw<ConversationInfo[]>([])
  #fetcher: Fetcher

  constructor(readonly api: Api) {
    this.#fetcher = new Fetcher(async () => {
      this.list = (await this.api.conversations()).toSorted((a, b) => b.createdAt - a.createdAt)
    })
  }

  refresh = (): Promise<void> => this.#fetcher.refresh()

  async remove(id: number): Promise<void> {
    await this.api.deleteConversation(id)
    await this.refresh()
  }
}
