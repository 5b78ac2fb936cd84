import type { Recipient } from './people.ts'

/** Whether a recipient belongs to a department or to one below it. */
export function isInDepartment(someone: Recipient, department: Recipient): boolean {
  if (department.principalType !== 'department' || someone.principalType === 'group') return false
  if (someone.principalId === department.principalId) return false
  return department.path.length > 0 && department.path.every((name, index) => someone.path[index] === name)
}

/**
 * The number of people reached. Members of chosen departments are counted once; a group may overlap
 * (`atMost`).
 */
export function countRecipients(chosen: readonly Recipient[]): { count: number; atMost: boolean } {
  const departments = chosen.filter(({ principalType }) => principalType === 'department')
  const counted = chosen.filter((one) => !departments.some((department) => isInDepartment(one, department)))
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    atMost: chosen.length > 1 && chosen.some(({ principalType }) => principalType === 'group'),
  }
}
