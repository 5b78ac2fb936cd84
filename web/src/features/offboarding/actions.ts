import type { Leave } from '@clouddisk/contract/admin-offboarding'
import { ArrowLeftRight, Eye, FolderSearch, RotateCcw, Trash2 } from 'lucide-react'
import type { Action, ActionGroup } from '../../lib/action.ts'
import { cancelOffboarding, purgeNow } from './mutations.ts'
import { t } from './strings.ts'

export interface OffboardingTargets {
  readonly leave: Leave
  /** Whether the reader may change people. */
  readonly change: boolean
  readonly onShow: (leave: Leave) => void
  readonly onHandOver: (leave: Leave) => void
  /** Opens the person's files; undefined if the reader may not see them. */
  readonly onFiles: ((leave: Leave) => void) | undefined
}

/** Actions on an offboarded person; none during the handover. */
export function offboardingActions({ leave, change, onShow, onHandOver, onFiles }: OffboardingTargets) {
  const may = change && (leave.status === 'kept' || leave.status === 'failed')
  return {
    view: {
      name: 'leave.view',
      label: t('view'),
      icon: Eye,
      keys: 'Enter',
      run: () => onShow(leave),
    },
    files: {
      name: 'leave.files',
      label: t('showFiles'),
      icon: FolderSearch,
      visible: onFiles !== undefined,
      run: () => onFiles?.(leave),
    },
    handOver: {
      name: 'leave.hand-over',
      label: t(leave.status === 'failed' ? 'handAgain' : 'handOver'),
      icon: ArrowLeftRight,
      visible: may,
      run: () => onHandOver(leave),
    },
    callOff: {
      name: 'leave.call-off',
      label: t('callOff'),
      icon: RotateCcw,
      visible: may,
      run: () => void cancelOffboarding(leave),
    },
    purge: {
      name: 'leave.purge',
      label: t('purgeNow'),
      icon: Trash2,
      danger: true,
      visible: may,
      run: () => void purgeNow(leave, () => onHandOver(leave)),
    },
  } satisfies Record<string, Action>
}

export const offboardingMenu = (targets: OffboardingTargets): readonly ActionGroup[] => {
  const one = offboardingActions(targets)
  return [
    [one.view, one.files],
    [one.handOver, one.callOff, one.purge],
  ]
}
