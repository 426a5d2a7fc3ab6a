import type { ModuleInfo } from '../api/types'

/** How far a module has been read: each file is found by its words first and by its meaning later, so it counts twice. */
export interface Reading {
  files: number
  byWords: number
  byMeaning: number
  done: number
  total: number
}

export function readingOf({ waiting, keywordReady, ready }: Pick<ModuleInfo, 'waiting' | 'keywordReady' | 'ready'>): Reading {
  const files = waiting + keywordReady + ready
  const byWords = keywordReady + ready
  return { files, byWords, byMeaning: ready, done: byWords + ready, total: 2 * files }
}

/** Whether something of a module is still to be read, or its meaning to be learned. */
export const beingRead = ({ state }: Pick<ModuleInfo, 'state'>): boolean => state === 'indexing' || state === 'keyword-ready'

/** '6 of 6 found by words · 1 of 6 by meaning' */
export function readingWords({ files, byWords, byMeaning }: Reading): string {
  return `${byWords} of ${files} found by words · ${byMeaning} of ${files} by meaning`
}
