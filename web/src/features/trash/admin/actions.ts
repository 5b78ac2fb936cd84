import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { Filter, Trash2, Undo2, UserRoundPlus } from 'lucide-react'
import type { Action, ActionGroup } from '../../../lib/action.ts'
import { deleteAdminEntries, restoreAdminEntries } from './admin-trash.ts'
import { t } from './strings.ts'
import type { AdminTrash } from './use-admin-trash.ts'

type Items = () => Promise<readonly SecondTrashItem[]>

/** What one can do with entries of the bin; `known` are those that are here, `items` gives them all. */
export function adminTrashActions(
  items: Items,
  { change, finds, setGiving }: Pick<AdminTrash, 'change' | 'finds' | 'setGiving'>,
  known: readonly SecondTrashItem[],
) {
  const orphaned = known.length > 0 && known.every(({ ownerExists }) => !ownerExists)
  return {
    restore: {
      name: 'second.restore',
      label: t('restore'),
      icon: Undo2,
      keys: 'R',
      visible: change && !orphaned,
      run: () => void items().then((all) => restoreAdminEntries(all)),
    },
    restoreTo: {
      name: 'second.restore-to',
      label: t('restoreTo'),
      icon: UserRoundPlus,
      visible: change && finds,
      run: () => void items().then(setGiving),
    },
    remove: {
      name: 'second.remove',
      label: t('remove'),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      visible: change,
      run: () => void items().then(deleteAdminEntries),
    },
  } satisfies Record<string, Action>
}

/** @param row the one row that it is about, where it is about one. */
export function adminTrashMenu(
  items: Items,
  second: AdminTrash,
  known: readonly SecondTrashItem[],
  row: SecondTrashItem | undefined,
): readonly ActionGroup[] {
  const { restore: back, restoreTo, remove } = adminTrashActions(items, second, known)
  const only: Action = {
    name: 'second.only',
    label: t('onlyOf', { name: row?.ownerName ?? '' }),
    icon: Filter,
    visible: row !== undefined && second.shown.owner !== row.ownerId,
    run: () => row && second.narrow({ owner: row.ownerId }),
  }
  return [[back, restoreTo], [only], [remove]]
}
