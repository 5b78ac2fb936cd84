import type { TrashItem } from '@clouddisk/contract/trash'
import { FolderInput, RotateCw, Trash2, Undo2 } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { t } from './strings.ts'
import { removeForever, restore, restoreTo } from './trash.ts'

/** What one can do with entries of the bin, for its menus, bar and keys. `items` gives them, loading what is missing. */
export function trashActions(items: () => Promise<readonly TrashItem[]>) {
  return {
    restore: {
      name: 'trash.restore',
      label: t('restore'),
      icon: Undo2,
      keys: 'R',
      run: () => void items().then(restore),
    },
    restoreTo: {
      name: 'trash.restore-to',
      label: t('restoreTo'),
      icon: FolderInput,
      run: () => void items().then(restoreTo),
    },
    remove: {
      name: 'trash.remove',
      label: t('remove'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      run: () => void items().then(removeForever),
    },
  } satisfies Record<string, Action>
}

export const trashMenu = (items: () => Promise<readonly TrashItem[]>): readonly ActionGroup[] => {
  const { restore: back, restoreTo: to, remove } = trashActions(items)
  return [[back, to], [remove]]
}

export const refreshAction = (run: () => void): Action => ({
  name: 'trash.refresh',
  label: t('refresh'),
  icon: RotateCw,
  run,
})
