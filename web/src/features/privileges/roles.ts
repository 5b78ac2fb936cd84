import { GROUP_ROLE_NAMES } from '@clouddisk/contract/role-names'
import { ENTRY_ROLES, type EntryRole, SHARE_ROLES } from '@clouddisk/contract/roles'
import { language } from '../../lib/i18n.ts'
import type { RoleChoice } from '../../lib/people.ts'
import { t } from './strings.ts'

/** What a role on a file of a group is called: as among the group's members. */
export const groupFileRoleLabel = (role: string): string =>
  GROUP_ROLE_NAMES[role as keyof typeof GROUP_ROLE_NAMES]?.[language === 'zh-CN' ? 0 : 1] ?? role

const SHARED = ['owner', ...SHARE_ROLES] as const

/** What one of a shared file is called: as where it is shared. */
export const sharedFileRoleLabel = (role: string): string => {
  const known = SHARED.find((one) => one === role)
  return known ? t(known) : role
}

export type EntryChoice = EntryRole | 'inherit'

/** What a member can be given on one file or folder of a group, and back to what the folder above gives. */
export const ENTRY_CHOICES: readonly RoleChoice<EntryChoice>[] = [
  { value: 'inherit', label: t('inherit'), text: t('inheritText') },
  ...ENTRY_ROLES.map((value) => ({ value, label: groupFileRoleLabel(value), text: t(`${value}Text`) })),
]
