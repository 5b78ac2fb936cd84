import type { Selection } from '../../ui/selection.ts'

/** What a folder looked like when one left it, by entry of the browser's history: Back finds it so. */
export interface EntryMemory {
  readonly scrollTop: number
  readonly selection: Selection
}

const KEPT = 100
const entries = new Map<string, EntryMemory>()

export function rememberEntry(key: string, memory: EntryMemory): void {
  entries.delete(key)
  entries.set(key, memory)
  const oldest = entries.keys().next()
  if (entries.size > KEPT && !oldest.done) entries.delete(oldest.value)
}

export const recallEntry = (key: string): EntryMemory | undefined => entries.get(key)
