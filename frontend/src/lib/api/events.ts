import type { ProblemInfo } from './types'

/** What Go tells the page, in at most 4 kB. An event is a hint: the truth is fetched. */
export interface EventMap {
  'modules:changed': unknown
  /** No ids: too many to name. */
  'document:changed': { rev?: number; module: string; ids: number[] | null }
  'ingest:progress': { rev?: number; module: string; done: number; total: number; secondsLeft: number | null; current?: string; currentLeft?: number | null }
  'ask:event': AskEvent
  'conversations:changed': unknown
  'settings:changed': unknown
  'health:changed': unknown
  /** Something came from outside: Api.arrived has it. */
  arrived: unknown
}

export interface AskEvent {
  ask: string
  /** Counts from 1 within one answer, so that a gap can be noticed. */
  seq: number
  type: 'sources' | 'text' | 'notice' | 'done' | 'failed'
  text?: string
  /** How many sources there are: Api.askSources has them. */
  count?: number
  notice?: string
  problem?: ProblemInfo | null
}

export type EventName = keyof EventMap
export type Unsubscribe = () => void

/** A small typed event hub, for the fake and for tests. */
export class Hub {
  #listeners = new Map<EventName, Set<(payload: never) => void>>()

  on<K extends EventName>(name: K, listener: (payload: EventMap[K]) => void): Unsubscribe {
    const set = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, set.add(listener))
    return () => void set.delete(listener)
  }

  emit<K extends EventName>(name: K, payload: EventMap[K]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (p: EventMap[K]) => void)(payload)
  }
}
