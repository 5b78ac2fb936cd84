import type { Instance } from '@clouddisk/contract/files'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { onFirstInput } from '../../lib/first-input.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { showError } from '../../ui/failures.ts'
import { t } from './strings.ts'

/** Lazy actions: file mutations are loaded after the first user input, not in the first load. */

const load = () => import('./mutations.ts')
const part = () => loadWithTimeout(load)
onFirstInput(() => void part().catch(() => undefined))

type Items = readonly Instance[]

/** Shows an error if the part could not be loaded; it shows other errors itself. */
async function showingLoadError(work: () => Promise<void>, failed: () => string): Promise<void> {
  try {
    await work()
  } catch (error) {
    showError(failed(), error)
  }
}

export const moveItems = (items: Items, target: FolderTarget): Promise<void> =>
  showingLoadError(
    async () => (await part()).moveItems(items, target),
    () => t('notMoved'),
  )
export const copyItems = (items: Items, target: FolderTarget): Promise<void> =>
  showingLoadError(
    async () => (await part()).copyItems(items, target),
    () => t('notCopied'),
  )
export const removeItems = (items: Items): Promise<void> =>
  showingLoadError(
    async () => (await part()).removeItems(items),
    () => t('notRemoved'),
  )
/** Sets or clears the favorite mark of items; shown at once. */
export const setFavorite = (items: Items, on: boolean): Promise<void> =>
  showingLoadError(
    async () => (await part()).setFavorite(items, on),
    () => t('notStarredItems'),
  )
/** Rethrows the call's error. */
export const renameItem = async (item: Instance, instanceName: string): Promise<void> =>
  (await part()).renameItem(item, instanceName)
/** Undoes the latest step; shows a message if there is none. */
export const undoLatest = (): Promise<void> =>
  showingLoadError(
    async () => (await part()).undoLatest(),
    () => t('notUndoneItems'),
  )
