import { createFavorites, removeFavorites } from '@clouddisk/contract/favorites'
import { type Instance, renameInstance } from '@clouddisk/contract/files'
import { splitName } from '@clouddisk/contract/names'
import { call } from '../../lib/api.ts'
import { callInBatches, sortResults } from '../../lib/batches.ts'
import { beginPending, FAVORITES_LIST } from '../../lib/pending.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { t } from './strings.ts'
import { undoable } from './undo.ts'

/** File mutations as one lazily loaded part. */

export { copyLocation } from './copy-location.ts'
export { createOnline } from './create-online.ts'
export { createText } from './create-text.ts'
export { copyItems, moveItems } from './move-copy.ts'
export { pasteInto } from './paste.ts'
export { removeItems } from './remove.tsx'
export { transferToPicked } from './transfer-to-picked.ts'
export { undoLatest } from './undo.ts'

/** Renames an item: shown at once, rolled back if the server refuses. Rethrows the call's error. */
export const renameItem = (item: Instance, instanceName: string): Promise<void> =>
  undoable(async () => {
    await applyName(item, instanceName)
    return {
      text: changing('renamed', { name: instanceName }),
      undo: {
        run: () => applyName({ ...item, instanceName }, item.instanceName),
        text: changing('undoneRename', { name: item.instanceName }),
      },
    }
  })

async function applyName(item: Instance, instanceName: string): Promise<void> {
  const fileType = item.classifierId === 'Folder' ? '' : splitName(instanceName).ext.toLowerCase()
  const pending = beginPending({ patches: [[item.instanceId, { instanceName, fileType }]] })
  try {
    await call(renameInstance, { instanceId: item.instanceId, instanceName })
    pending.settle()
  } catch (error) {
    pending.release()
    throw error
  }
  refreshAround('details', 'favorites')
  // A folder's name is also in the paths of its contents.
  await refreshFolders([item.parentId, item.instanceId])
}

/** Sets or clears the favorite mark of items; shown at once. */
export async function setFavorite(items: readonly Instance[], on: boolean): Promise<void> {
  const affected = items.filter((item) => item.isCollect !== on)
  if (affected.length === 0) return
  const ids = affected.map((item) => item.instanceId)
  const pending = beginPending({
    patches: ids.map((id) => [id, { isCollect: on }] as const),
    hides: on ? [] : [{ list: FAVORITES_LIST, ids }],
  })
  try {
    const answers = await callInBatches(ids, (instanceIds) =>
      call(on ? createFavorites : removeFavorites, { instanceIds }),
    )
    const { done, failed } = sortResults(affected, answers)
    pending.release(failed.map((one) => one.item.instanceId))
    pending.settle()
    refreshAround('favorites', 'details')
    await refreshFolders(new Set(affected.map((item) => item.parentId)))
    if (done.length > 1) toast.ok(changing(on ? 'favoriteSet' : 'favoriteCleared'))
    showFailures(t('favoriteNotSet'), failed)
  } catch (error) {
    pending.release()
    showError(t('favoriteNotSet'), error)
  }
}
