import type { Api } from '../api/api'
import type { HealthInfo } from '../api/types'

/** What works on this laptop right now. */
export class Health {
  value = $state.raw<HealthInfo | null>(null)
  checking = $state(false)

  constructor(readonly api: Api) {}

  /** The models of Ollama that can write. */
  writers = $derived((this.value?.ollama.reachable && this.value.ollama.models?.filter((m) => !m.embeds)) || [])

  /** Who would write an answer now, in a few words. */
  writer = $derived.by(() => {
    const health = this.value
    if (!health) return ''
    if (this.writers.some((m) => !m.remote)) return health.ollama.remote ? 'Written on another computer' : 'Written on this laptop'
    if (health.openrouter.enabled && health.openrouter.hasKey) return 'Written through OpenRouter'
    return 'Quoted on this laptop'
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
