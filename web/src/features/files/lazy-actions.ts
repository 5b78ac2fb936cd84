import type { NewDocument } from '@clouddisk/contract/coediting'
import type { Instance } from '@clouddisk/contract/files'
import type { FileActionsExtension, FolderTarget } from '../../lib/extension-points.ts'
import { onFirstInput } from '../../lib/first-input.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { showError } from '../../ui/failures.ts'
import { t } from './strings.ts'

/** Lazy actions: file mutations are loaded after the first user input, not in the first load. */

const load = () => import('./mutations.ts')
const part = () => loadWithTimeout(load)
onFirstInput(() => void part().catch(() => undefined))

type Items = readonly Instance[]
type Mutations = typeof import('./mutations.ts')

/** Shows an error if the part could not be loaded; the mutation shows other errors itself. */
const lazily =
  <A extends unknown[]>(
    run: (part: Mutations, ...args: A) => Promise<void>,
    failed: 'notMoved' | 'notCopied' | 'notRemoved' | 'favoriteNotSet' | 'notUndoneItems',
  ) =>
  async (...args: A): Promise<void> => {
    try {
      await run(await part(), ...args)
    } catch (error) {
      showError(t(failed), error)
    }
  }

export const moveItems = lazily(
  (part, items: Items, target: FolderTarget) => part.moveItems(items, target),
  'notMoved',
)
export const copyItems = lazily(
  (part, items: Items, target: FolderTarget) => part.copyItems(items, target),
  'notCopied',
)
export const pasteInto = lazily((part, target: FolderTarget) => part.pasteInto(target), 'notCopied')
/** Asks for the folder first. */
export const moveToPicked = lazily((part, items: Items) => part.transferToPicked('move', items), 'notMoved')
export const copyToPicked = lazily((part, items: Items) => part.transferToPicked('copy', items), 'notCopied')
export const copyLocation = lazily((part, item: Instance) => part.copyLocation(item), 'notCopied')
export const removeItems = lazily((part, items: Items) => part.removeItems(items), 'notRemoved')
export const createText = lazily(
  (part, folder: FolderTarget, ext: 'txt' | 'md') => part.createText(folder, ext),
  'notCopied',
)
export const createOnline = lazily(
  (part, folder: FolderTarget, kind: NewDocument) => part.createOnline(folder, kind),
  'notCopied',
)
/** Sets or clears the favorite mark of items; shown at once. */
export const setFavorite = lazily(
  (part, items: Items, on: boolean) => part.setFavorite(items, on),
  'favoriteNotSet',
)
/** Undoes the latest step; shows a message if there is none. */
export const undoLatest = lazily((part) => part.undoLatest(), 'notUndoneItems')
/** Rethrows the call's error. */
export const renameItem = async (item: Instance, instanceName: string): Promise<void> =>
  (await part()).renameItem(item, instanceName)
export const fileActions: FileActionsExtension = {
  favorite: setFavorite,
  rename: renameItem,
  remove: removeItems,
}
