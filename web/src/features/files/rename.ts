import { type Instance, renameInstance } from '@clouddisk/contract/files'
import { splitName } from '@clouddisk/contract/names'
import { call, errorMessage } from '../../lib/api.ts'
import { beginPending } from '../../lib/pending.ts'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { undoable } from './undo.ts'

/** Gives an item another name: shown at once, taken back where the server refuses. Throws what the call threw. */
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
  // A folder's own name also stands in the path of what it holds.
  await refreshFolders([item.parentId, item.instanceId])
}

/** What went wrong with a name, for the field it was typed into. */
export const renameErrorText = (error: unknown): string => errorMessage(error)
