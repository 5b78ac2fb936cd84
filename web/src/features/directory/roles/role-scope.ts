import type { AdminRoleRow } from '@clouddisk/contract/admin-roles'
import { t } from './strings.ts'

/** Describes the departments that a role applies to. */
export function scopeText({ scope, departments }: Pick<AdminRoleRow, 'scope' | 'departments'>): string {
  if (scope === null) return t('everywhere')
  if (departments.length === 0) return t(scope === 'current' ? 'ownDepartment' : 'ownSubtree')
  const names = departments.map(({ departmentName }) => departmentName).join(t('comma'))
  return t(scope === 'current' ? 'inDepartments' : 'inDepartmentsBelow', { names })
}
