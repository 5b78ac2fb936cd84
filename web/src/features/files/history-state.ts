import type { Selection } from '../../ui/selection.ts'

/** View state of a folder by history entry, restored by Back. */
export interface FolderViewState {
  readonly scrollTop: number
  readonly selection: Selection
}

const KEPT = 100
const entries = new Map<string, FolderViewState>()

export function saveViewState(key: string, memory: FolderViewState): void {
  entries.delete(key)
  entries.set(key, memory)
  const oldest = entries.keys().next()
  if (entries.size > KEPT && !oldest.done) entries.delete(oldest.value)
}

export const savedViewState = (key: string): FolderViewState | undefined => entries.get(key)
