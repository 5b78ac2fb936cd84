import type { Instance } from '@clouddisk/contract/files'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { onFirstInput } from '../../lib/first-input.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { showError } from '../../ui/failures.ts'
import { t } from './strings.ts'

/** The door to changing files, whose part the first load is without: it is fetched at the first sign of a person. */

const load = () => import('./mutations.ts')
const part = () => loadWithTimeout(load)
onFirstInput(() => void part().catch(() => undefined))

type Items = readonly Instance[]

/** What the part itself has not told: that it could not be fetched. */
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
/** Puts the star on items or takes it off; it shows at once. */
export const setFavorite = (items: Items, on: boolean): Promise<void> =>
  showingLoadError(
    async () => (await part()).setFavorite(items, on),
    () => t('notStarredItems'),
  )
/** Throws what the call threw. */
export const renameItem = async (item: Instance, instanceName: string): Promise<void> =>
  (await part()).renameItem(item, instanceName)
/** Takes the latest step back; says so when there is none. */
export const undoLatest = (): Promise<void> =>
  showingLoadError(
    async () => (await part()).undoLatest(),
    () => t('notUndoneItems'),
  )
