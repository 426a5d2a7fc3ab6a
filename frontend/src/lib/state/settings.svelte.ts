import type { Api } from '../api/api'
import type { SettingsInfo, Theme } from '../api/types'

/** The settings as they are saved. A change is shown at once and taken back when Go refuses it. */
export class Settings {
  value = $state<SettingsInfo | null>(null)

  constructor(readonly api: Api) {}

  theme = $derived<Theme>(this.value?.theme || 'system')

  refresh = async (): Promise<void> => {
    this.value = await this.api.settings()
  }

  async change(edit: (settings: SettingsInfo) => void): Promise<void> {
    if (!this.value) return
    const before = $state.snapshot(this.value) as SettingsInfo
    edit(this.value)
    try {
      await this.api.saveSettings($state.snapshot(this.value) as SettingsInfo)
    } catch (thrown) {
      this.value = before
      throw thrown
    }
  }
}
