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
