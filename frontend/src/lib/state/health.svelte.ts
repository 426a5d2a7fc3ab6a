import type { Api } from '../api/api'
import type { HealthInfo } from '../api/types'

/** What works on this laptop right now. */
export class Health {
  value = $state.raw<HealthInfo | null>(null)
  checking = $state(false)

  constructor(readonly api: Api) {}

  /** Who would write an answer now, in a few words. */
  writer = $derived.by(() => {
    const health = this.value
    if (!health) return ''
    if (health.ollama.reachable && health.ollama.models?.length) return 'Written answers, on this laptop'
    if (health.openrouter.enabled && health.openrouter.hasKey) return 'Written answers, through OpenRouter'
    return 'Quoted answers, on this laptop'
  })

  refresh = async (): Promise<void> => {
    this.checking = true
    try {
      this.value = await this.api.health()
    } finally {
      this.checking = false
    }
  }
}
