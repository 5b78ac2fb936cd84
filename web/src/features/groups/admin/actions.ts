import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import {
  ArrowLeftRight,
  CircleX,
  CloudUpload,
  Eye,
  FolderSearch,
  Pencil,
  RotateCcw,
  Users,
} from 'lucide-react'
import type { Action, ActionGroup } from '../../../lib/action.ts'
import { canSync } from '../../../lib/can-sync.ts'
import { extensionFor } from '../../../lib/extension-points.ts'
import { cancelDissolutions, dissolveGroups } from './mutations.ts'
import { t } from './strings.ts'

export interface AdminGroupTargets {
  readonly groups: readonly AdminGroup[]
  /** Whether the reader may change groups. */
  readonly change: boolean
  readonly onShow: (what: 'group' | 'members' | 'give', group: AdminGroup) => void
  /** Its files, as administrators look at them; undefined where the reader may not. */
  readonly onFiles: ((group: AdminGroup) => void) | undefined
}

/** What one can do with groups, for bar, menus and keys. */
export function adminGroupActions({ groups, change, onShow, onFiles }: AdminGroupTargets) {
  const [only] = groups
  const one = groups.length === 1 ? only : undefined
  const going = groups.filter(({ dissolveTime }) => dissolveTime !== null)
  const staying = groups.filter(({ dissolveTime }) => dissolveTime === null)
  const editable = change && going.length === 0
  return {
    edit: {
      name: 'group.edit',
      label: t(editable ? 'edit' : 'view'),
      icon: editable ? Pencil : Eye,
      keys: 'Enter',
      visible: one !== undefined,
      run: () => one && onShow('group', one),
    },
    members: {
      name: 'group.members',
      label: t('showMembers'),
      icon: Users,
      visible: one !== undefined,
      run: () => one && onShow('members', one),
    },
    files: {
      name: 'group.files',
      label: t('showFiles'),
      icon: FolderSearch,
      visible: one !== undefined && onFiles !== undefined,
      run: () => one && onFiles?.(one),
    },
    give: {
      name: 'group.give',
      label: t('give'),
      icon: ArrowLeftRight,
      visible: one !== undefined && editable,
      run: () => one && onShow('give', one),
    },
    sync: {
      name: 'group.sync',
      label: t('sync'),
      icon: CloudUpload,
      visible: one !== undefined && editable && canSync.get(),
      run: () => one && extensionFor('nodeSync')?.syncGroup(one),
    },
    callBack: {
      name: 'group.call-back',
      label: t('callBack'),
      icon: RotateCcw,
      visible: change && groups.length > 0 && staying.length === 0,
      run: () => void cancelDissolutions(going),
    },
    dissolve: {
      name: 'group.dissolve',
      label: t('dissolve'),
      icon: CircleX,
      danger: true,
      visible: change && staying.length > 0,
      disabled: staying.every(({ handover }) => handover !== null) ? t('whileHandingOver') : undefined,
      run: () => void dissolveGroups(staying),
    },
  } satisfies Record<string, Action>
}

export const adminGroupMenu = (targets: AdminGroupTargets): readonly ActionGroup[] => {
  const one = adminGroupActions(targets)
  return [
    [one.edit, one.members, one.files],
    [one.give, one.sync, one.callBack, one.dissolve],
  ]
}
