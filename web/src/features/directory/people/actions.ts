import type { AdminPerson, PeopleAction } from '@clouddisk/contract/admin-people'
import {
  CalendarClock,
  Eye,
  FolderSearch,
  HardDrive,
  KeyRound,
  Network,
  Pencil,
  RotateCcwKey,
  ShieldCheck,
  Snowflake,
  Sun,
  UserX,
} from 'lucide-react'
import type { Action, ActionGroup } from '../../../lib/action.ts'
import { callerName } from '../../../lib/api.ts'
import { t } from '../strings.ts'
import { freeze, resetPasswords, resetSecondFactors, unfreeze } from './mutations.ts'

/** Changes that a dialog makes to many people at once. */
export type BatchAction = Extract<PeopleAction, 'capacity' | 'roles' | 'department' | 'validity'>

export interface PeopleTargets {
  readonly people: readonly AdminPerson[]
  /** Whether the reader may change them. */
  readonly change: boolean
  readonly onEdit: (person: AdminPerson) => void
  readonly onAsk: (action: BatchAction) => void
  /** Opens the files of a person; undefined if the reader may not see them. */
  readonly onFiles: ((person: AdminPerson) => void) | undefined
  /** Starts the offboarding of a person. */
  readonly onLeave: (person: AdminPerson) => void
}

/** Actions on people, for toolbar, menus and keys. */
export function peopleActions({ people, change, onEdit, onAsk, onFiles, onLeave }: PeopleTargets) {
  const [only] = people
  const one = people.length === 1 ? only : undefined
  const some = people.length > 0 && change && people.every((person) => person.canChange)
  const asks = (name: BatchAction, label: string, icon: Action['icon']): Action => ({
    name: `person.${name}`,
    label,
    icon,
    visible: some,
    run: () => onAsk(name),
  })
  return {
    edit: {
      name: 'person.edit',
      label: t(some ? 'edit' : 'view'),
      icon: some ? Pencil : Eye,
      keys: 'Enter',
      visible: one !== undefined,
      run: () => one && onEdit(one),
    },
    files: {
      name: 'person.files',
      label: t('lookAtFiles'),
      icon: FolderSearch,
      visible: one !== undefined && onFiles !== undefined,
      run: () => one && onFiles?.(one),
    },
    capacity: asks('capacity', t('changeCapacity'), HardDrive),
    roles: asks('roles', t('changeRoles'), ShieldCheck),
    department: asks('department', t('changeDepartment'), Network),
    validity: asks('validity', t('changeValidity'), CalendarClock),
    resetPassword: {
      name: 'person.reset-password',
      label: t('resetPassword'),
      icon: KeyRound,
      visible: some && people.every(({ service }) => !service),
      run: () => void resetPasswords(people),
    },
    resetSecondFactor: {
      name: 'person.reset-second-factor',
      label: t('resetSecondFactor'),
      icon: RotateCcwKey,
      visible: some && people.every(({ service }) => !service),
      run: () => void resetSecondFactors(people),
    },
    unfreeze: {
      name: 'person.unfreeze',
      label: t('unfreeze'),
      icon: Sun,
      visible: some && people.every(({ status }) => status === 'frozen'),
      run: () => void unfreeze(people),
    },
    leave: {
      name: 'person.leave',
      label: t('leave'),
      icon: UserX,
      danger: true,
      visible: one !== undefined && some && mayLeave(one),
      run: () => one && onLeave(one),
    },
    freeze: {
      name: 'person.freeze',
      label: t('freeze'),
      icon: Snowflake,
      danger: true,
      visible: some && people.some(({ status }) => status !== 'frozen'),
      run: () => void freeze(people.filter(({ status }) => status !== 'frozen')),
    },
  } satisfies Record<string, Action>
}

/** Whether a person can be offboarded: not removed, and not the administrator. */
export const mayLeave = ({ status, accountName }: AdminPerson): boolean =>
  status !== 'removed' && accountName !== callerName()

export const peopleMenu = (targets: PeopleTargets): readonly ActionGroup[] => {
  const one = peopleActions(targets)
  return [
    [one.edit, one.files],
    [one.capacity, one.roles, one.department, one.validity],
    [one.resetPassword, one.resetSecondFactor, one.unfreeze, one.freeze, one.leave],
  ]
}
