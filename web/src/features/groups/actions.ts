import type { Group } from '@clouddisk/contract/groups'
import {
  Activity,
  ArrowLeftRight,
  CircleX,
  Eye,
  EyeOff,
  FolderOpen,
  LogOut,
  PieChart,
  Settings2,
  Trash2,
  Undo2,
  Users,
} from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { showDialog } from './dialog-state.ts'
import { isManager, isOwner, openGroup, openGroupTrash } from './groups.ts'
import {
  cancelDissolution,
  confirmAndDissolve,
  confirmAndLeave,
  setGroupHidden,
  withdrawHandover,
} from './mutations.ts'
import { t } from './strings.ts'

/** What one can do with a group, by what one may do in it (B§6). */
export function groupActions(group: Group) {
  const own = isOwner(group)
  // A library is named, resized and deleted by administrators.
  const mayEnd = own && !group.isLibrary
  const dissolving = group.dissolveTime !== null
  const waits = group.handover !== null
  const busy = dissolving ? t('whileDissolving') : waits ? t('whileHandover') : undefined
  return {
    open: { name: 'group.open', label: t('open'), icon: FolderOpen, run: () => openGroup(group) },
    members: {
      name: 'group.members',
      label: t('members'),
      icon: Users,
      run: () => showDialog({ kind: 'members', group }),
    },
    edit: {
      name: 'group.edit',
      label: t('edit'),
      icon: Settings2,
      visible: isManager(group) && !group.isLibrary,
      run: () => showDialog({ kind: 'edit', group }),
    },
    activity: {
      name: 'group.activity',
      label: t('activity'),
      icon: Activity,
      run: () => showDialog({ kind: 'activity', group }),
    },
    bin: {
      name: 'group.bin',
      label: t(group.isLibrary ? 'libraryBin' : 'bin'),
      icon: Trash2,
      visible: group.fileAuth.includes('delete'),
      run: () => openGroupTrash(group),
    },
    usage: {
      name: 'group.usage',
      label: t('usage'),
      icon: PieChart,
      visible: isManager(group),
      run: () => extensionFor('navigation')?.openUsage(group.groupId),
    },
    hide: {
      name: 'group.hide',
      label: t(group.isHide ? 'unhide' : 'hide'),
      icon: group.isHide ? Eye : EyeOff,
      visible: !group.isLibrary,
      run: () => void setGroupHidden(group, !group.isHide),
    },
    handOver: {
      name: 'group.hand-over',
      label: t(group.isLibrary ? 'libraryHandOver' : 'handOver'),
      icon: ArrowLeftRight,
      visible: own && !waits,
      disabled: dissolving ? t('whileDissolving') : undefined,
      run: () => showDialog({ kind: 'handover', group }),
    },
    takeBack: {
      name: 'group.take-back',
      label: t('takeBack'),
      icon: Undo2,
      visible: own && waits,
      disabled: group.handover?.status === 'moving' ? t('whileHandover') : undefined,
      run: () => void withdrawHandover(group),
    },
    dissolve: {
      name: 'group.dissolve',
      label: t('dissolve'),
      icon: CircleX,
      danger: true,
      visible: mayEnd && !dissolving,
      disabled: busy,
      run: () => void confirmAndDissolve(group),
    },
    cancelDissolve: {
      name: 'group.cancel-dissolve',
      label: t('cancelDissolve'),
      icon: Undo2,
      visible: mayEnd && dissolving,
      run: () => void cancelDissolution(group),
    },
    leave: {
      name: 'group.leave',
      label: t(group.isLibrary ? 'libraryLeave' : 'leave'),
      icon: LogOut,
      danger: true,
      disabled: own ? t('ownerStays') : group.byDepartment ? t('departmentStays') : undefined,
      run: () => void confirmAndLeave(group),
    },
  } satisfies Record<string, Action>
}

/** The menu of a card or row. */
export function groupMenu(group: Group): readonly ActionGroup[] {
  const one = groupActions(group)
  return [
    [one.open, one.members, one.edit, one.activity, one.bin, one.usage, one.hide],
    [one.handOver, one.takeBack, one.cancelDissolve, one.leave, one.dissolve],
  ]
}
