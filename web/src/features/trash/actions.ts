import type { TrashItem } from '@clouddisk/contract/trash'
import { FolderInput, Layers, Trash2, Undo2 } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { t } from './strings.ts'
import { deleteForever, restoreEntries, restoreTo } from './trash.ts'
import type { TrashContext } from './use-trash.ts'

/** What one can do with entries of the bin, for its menus, bar and keys. `items` gives them, loading what is missing. */
export function trashActions(items: () => Promise<readonly TrashItem[]>, place: TrashContext) {
  const { bin, within, mayRemove } = place
  return {
    restore: {
      name: 'trash.restore',
      label: t('restore'),
      icon: Undo2,
      keys: 'R',
      run: () => void items().then((all) => restoreEntries(all, bin)),
    },
    restoreTo: {
      name: 'trash.restore-to',
      label: t('restoreTo'),
      icon: FolderInput,
      run: () => void items().then((all) => restoreTo(all, bin, within)),
    },
    remove: {
      name: 'trash.remove',
      label: t('remove'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      visible: mayRemove,
      run: () => void items().then((all) => deleteForever(all, bin)),
    },
  } satisfies Record<string, Action>
}

export const trashMenu = (
  items: () => Promise<readonly TrashItem[]>,
  place: TrashContext,
): readonly ActionGroup[] => {
  const { restore: back, restoreTo: to, remove } = trashActions(items, place)
  return [[back, to], [remove]]
}

/** Shows what was thrown away together with something, to take it back as one. */
export const sameDeletion = (deletionId: string, show: (deletionId: string) => void): Action => ({
  name: 'trash.same-deletion',
  label: t('sameDeletion'),
  icon: Layers,
  run: () => show(deletionId),
})
