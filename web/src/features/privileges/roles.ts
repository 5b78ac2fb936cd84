import { GROUP_ROLE_NAMES } from '@clouddisk/contract/role-names'
import { ENTRY_ROLES, type EntryRole, SHARE_ROLES } from '@clouddisk/contract/roles'
import { language } from '../../lib/i18n.ts'
import type { RoleChoice } from '../../lib/people.ts'
import { t } from './strings.ts'

/** The name of a role on a file of a group. */
export const groupFileRoleLabel = (role: string): string =>
  GROUP_ROLE_NAMES[role as keyof typeof GROUP_ROLE_NAMES]?.[language === 'zh-CN' ? 0 : 1] ?? role

const SHARED = ['owner', ...SHARE_ROLES] as const

/** The name of a role on a shared file. */
export const sharedFileRoleLabel = (role: string): string => {
  const known = SHARED.find((one) => one === role)
  return known ? t(known) : role
}

export type EntryChoice = EntryRole | 'inherit'

/** Roles on one file or folder of a group, and the inherited one. */
export const ENTRY_CHOICES: readonly RoleChoice<EntryChoice>[] = [
  { value: 'inherit', label: t('inherit'), text: t('inheritText') },
  ...ENTRY_ROLES.map((value) => ({ value, label: groupFileRoleLabel(value), text: t(`${value}Text`) })),
]
