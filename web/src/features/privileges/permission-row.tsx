import type { ReactElement } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { ROLE_WIDTH, RoleSelect } from '../../ui/role-select.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import type { PermissionRowData } from './permission-rows.ts'
import { ENTRY_CHOICES, type EntryChoice, groupFileRoleLabel } from './roles.ts'
import { t } from './strings.ts'

export interface PermissionRowProps {
  row: PermissionRowData
  chosen: boolean
  onToggle: () => void
  onRole: (role: EntryChoice) => void
}

/** A group’s roles have longer names than what shares give. */
const WIDTH = ROLE_WIDTH + 12

/** A member: what the folder above gives it, and what it has here. */
export function PermissionRow({ row, chosen, onToggle, onRole }: PermissionRowProps): ReactElement {
  const { principalType, name, detail, count, own, above, byDepartment, canChange } = row
  const isOwn = own !== 'inherit'
  const from = !above
    ? ''
    : above.name
      ? t('inherited', { name: above.name, role: groupFileRoleLabel(above.role) })
      : t('inheritedAbove', { role: groupFileRoleLabel(above.role) })
  const notes = [
    principalType === 'user' ? '' : t('people', { count }),
    byDepartment === undefined ? '' : t('byDepartment', { role: groupFileRoleLabel(byDepartment) }),
    byDepartment === undefined ? '' : detail,
    from,
    own === undefined ? t('mixed') : isOwn ? t('own') : '',
  ]
  return (
    <li className="flex min-h-13 items-center gap-x-3 px-3 py-1 not-last:border-b not-last:border-line max-md:flex-wrap max-md:py-1.5">
      <Checkbox
        checked={chosen}
        onChange={onToggle}
        disabled={!canChange}
        ariaLabel={t('selectRow', { name })}
      />
      <PrincipalAvatar type={principalType} name={name} size={30} />
      <TwoLines
        className="flex-1 max-md:basis-[calc(100%-72px)]"
        name={name}
        nameTitle={name}
        note={notes.filter(Boolean).join(' · ')}
      />
      {canChange ? (
        <span className="ml-auto max-md:mr-auto max-md:ml-[62px]">
          <RoleSelect
            width={WIDTH}
            roles={ENTRY_CHOICES}
            value={own}
            placeholder={t('mixed')}
            label={t('roleOf', { name })}
            onChange={(role) => onRole(role as EntryChoice)}
          />
        </span>
      ) : (
        <span
          className="ml-auto px-2.5 text-secondary text-fg-2 max-md:mr-auto max-md:ml-[62px]"
          style={{ width: WIDTH }}
          title={t('kept')}
        >
          {groupFileRoleLabel(row.role)}
        </span>
      )}
    </li>
  )
}
