/** 83 -> '1:23', 3723 -> '1:02:03' */
export function clock(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
}

/** How long is left, in the words one would say. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return ''
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 60) return `${Math.ceil(seconds / 10) * 10} seconds left`
  if (seconds < 3600) return plural(Math.ceil(seconds / 60), 'minute') + ' left'
  return `about ${plural(Math.round(seconds / 3600), 'hour')} left`
}

export function plural(n: number, one: string, many = one + 's'): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = n
  let unit = ''
  for (const u of units) {
    value /= 1000
    unit = u
    if (value < 999.5) break
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

/** 1240 -> '1.2 s' */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** 'today', 'yesterday', or the date. */
export function day(ms: number, now = Date.now()): string {
  const start = (t: number) => new Date(t).setHours(0, 0, 0, 0)
  const days = Math.round((start(now) - start(ms)) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return new Date(ms).toLocaleDateString('en', { weekday: 'long' })
  return new Date(ms).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })
}

/** A model's name as a person would say it: 'ollama:llama3.2' -> 'llama3.2'. */
export function modelName(model: string): string {
  if (model === 'local') return 'Quoted by Ibid'
  return model.replace(/^(ollama|openrouter):/, '')
}

/** Where a model runs, from its name. */
export function modelHome(model: string): string {
  if (model.startsWith('openrouter:')) return 'through OpenRouter'
  if (model.startsWith('ollama:')) return 'through Ollama'
  return 'on this laptop'
}
