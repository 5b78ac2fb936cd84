import type { FoundDepartment, FoundUser } from '@clouddisk/contract/directory'
import type { Group } from '@clouddisk/contract/groups'
import type { Recipient } from '../../lib/people.ts'

/** What was found, as one chooses it. */

export const fromUser = (user: FoundUser): Recipient => ({
  principalType: 'user',
  principalId: user.userId,
  name: user.userRealName,
  detail: [user.departmentPath.at(-1), user.userName].filter(Boolean).join(' · '),
  count: 1,
  path: user.departmentPath,
})

export const fromDepartment = (department: FoundDepartment): Recipient => ({
  principalType: 'department',
  principalId: department.departmentId,
  name: department.departmentName,
  detail: department.departmentPath.slice(0, -1).join(' / '),
  count: department.memberCount,
  path: department.departmentPath,
})

export const fromGroup = (group: Group): Recipient => ({
  principalType: 'group',
  principalId: group.groupId,
  name: group.groupName,
  detail: group.ownerName,
  count: group.memberCount,
  path: [],
})

/** Whether someone belongs to a department or to one below it. */
export function isWithin(someone: Recipient, department: Recipient): boolean {
  if (department.principalType !== 'department' || someone.principalType === 'group') return false
  if (someone.principalId === department.principalId) return false
  return department.path.length > 0 && department.path.every((name, index) => someone.path[index] === name)
}

/** People that are reached, each once as far as departments tell; a group may have some of them too. */
export function peopleReached(chosen: readonly Recipient[]): { count: number; atMost: boolean } {
  const departments = chosen.filter(({ principalType }) => principalType === 'department')
  const counted = chosen.filter((one) => !departments.some((department) => isWithin(one, department)))
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    atMost: chosen.length > 1 && chosen.some(({ principalType }) => principalType === 'group'),
  }
}
