import { readStored, writeStored } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'

/** List or tiles, as this browser had it last. */
export type ViewMode = 'list' | 'tiles'

const KEY = 'clouddisk.linkView'
const mode = createStore<ViewMode>(readStored(KEY) === 'tiles' ? 'tiles' : 'list')

export const useViewMode = mode.use
export function changeViewMode(to: ViewMode): void {
  writeStored(KEY, to)
  mode.set(to)
}
