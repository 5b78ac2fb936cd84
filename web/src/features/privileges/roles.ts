import { ENTRY_ROLES, type EntryRole } from '@clouddisk/contract/roles'
import type { RoleChoice } from '../../lib/people.ts'
import { t } from './strings.ts'

/** What a role on a file is called. */
export const roleWords = (role: string): string => {
  const known = (['owner', ...ENTRY_ROLES] as const).find((one) => one === role)
  return known ? t(known) : role
}

export type EntryChoice = EntryRole | 'inherit'

/** What a member can be given on one file or folder of a group, and back to what the folder above gives. */
export const ENTRY_CHOICES: readonly RoleChoice<EntryChoice>[] = [
  { value: 'inherit', label: t('inherit'), text: t('inheritText') },
  ...ENTRY_ROLES.map((value) => ({ value, label: t(value), text: t(`${value}Text`) })),
]
