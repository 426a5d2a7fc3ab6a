import type { HealthInfo, SettingsInfo } from '../../lib/api/types'

/** Where pictures of pages are sent that leaves this laptop, in words; '' when they do not. */
export function sentWhere(settings: SettingsInfo, health: HealthInfo): string {
  const chosen = settings.vision_model
  if (chosen.startsWith('openrouter:')) return 'over the internet to OpenRouter'
  const away = health.ollama.remote || health.ollama.models?.some((m) => m.remote && `ollama:${m.name}` === chosen)
  return chosen && away ? 'to a model of Ollama on another computer' : ''
}

/** The other computer that the sound of recordings is sent to; '' when there is none. */
export function soundSentTo(settings: SettingsInfo): string {
  const { with: kind, address } = settings.transcriber
  if (kind !== 'server' || !settings.allow_remote || !URL.canParse(address)) return ''
  const { hostname } = new URL(address)
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? '' : hostname
}
