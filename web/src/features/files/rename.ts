import { type Instance, renameInstance } from '@clouddisk/contract/files'
import { splitName } from '@clouddisk/contract/names'
import { call, errorMessage } from '../../lib/api.ts'
import { beginPending } from '../../lib/pending.ts'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { undoable } from './undo.ts'

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

/** The error message for the name field. */
export const renameErrorText = (error: unknown): string => errorMessage(error)
