import { ApiError } from '@clouddisk/client/http/errors'
import type { AdminRole } from '@clouddisk/contract/admin-areas'
import type { AdminRoleRow, createRole } from '@clouddisk/contract/admin-roles'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import { PERMISSION_ITEMS, type PermissionItem } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import type { FormErrors } from '../../../ui/use-form.ts'
import { t } from './strings.ts'
import type { ChosenDepartment } from './tree-transfer.tsx'

/** Values, errors and input of the form of a role. Pure. */

export interface RoleFormValues {
  roleName: string
  description: string
  type: 'ordinary' | 'advanced'
  scope: 'current' | 'subtree'
  departments: readonly ChosenDepartment[]
  admin: AdminRole | 'none'
  items: ReadonlySet<PermissionItem>
  /** Of an ordinary role that permits sharing. */
  outbound: boolean
}

/** @param name of a copy; the role's own otherwise. */
export const roleFormValues = (
  role: AdminRoleRow | undefined,
  name = role?.roleName ?? '',
): RoleFormValues => ({
  roleName: name,
  description: role?.description ?? '',
  type: role?.type ?? 'ordinary',
  scope: role?.scope ?? 'subtree',
  departments: role?.departments ?? [],
  admin: role?.admin ?? 'none',
  items: new Set(role?.items ?? ['list', 'search', 'attribute', 'preview']),
  // One that could not give it gives it once it permits sharing, as a new one does.
  outbound: role?.items.includes('share') && role.type === 'ordinary' ? role.outbound : true,
})

/** In the order in which the fields stand. */
export function roleErrors({
  roleName,
  description,
  items,
  admin,
}: RoleFormValues): FormErrors<RoleFormValues> {
  const name = roleName.trim()
  return {
    roleName:
      name === ''
        ? t('nameMissing')
        : lengthOf(name) > LIMITS.roleNameMax
          ? t('nameTooLong')
          : nameFault(name)
            ? t('nameRule')
            : undefined,
    description: lengthOf(description) > LIMITS.groupDescriptionMax ? t('descriptionTooLong') : undefined,
    items:
      !PERMISSION_ITEMS.some((item) => items.has(item)) && admin === 'none' ? t('itemsMissing') : undefined,
  }
}

/** Scope and kind of administrator belong to advanced roles alone. */
export function roleInput(values: RoleFormValues): Input<typeof createRole> {
  const { type, scope, departments, admin } = values
  const advanced = type === 'advanced'
  return {
    roleName: values.roleName.trim(),
    description: values.description.trim(),
    type,
    items: [...values.items],
    ...(type === 'ordinary' && values.items.has('share') && { outbound: values.outbound }),
    ...(advanced && { scope, departmentIds: departments.map(({ departmentId }) => departmentId), admin }),
  }
}

export function refusedRoleField(error: unknown): keyof RoleFormValues {
  const field = error instanceof ApiError ? error.details.field : undefined
  if (error instanceof ApiError && (error.name === 'roles_conflict' || error.name === 'last_admin'))
    return 'admin'
  return field === 'description' || field === 'items' || field === 'admin' ? field : 'roleName'
}
