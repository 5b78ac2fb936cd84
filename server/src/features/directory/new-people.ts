import type { AdminPerson, createPerson } from '@clouddisk/contract/admin-people'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { insertPerson, type NewPerson, type PreparedPerson, preparePerson } from '../accounts/accounts.ts'
import { randomPassword, refuseWeakPassword } from '../accounts/passwords.ts'
import {
  type AdminScope,
  invalidateMemberships,
  peopleScope,
  refuseConflictingRoles,
  requireInScope,
} from './admin-scope.ts'
import {
  type AssignableRole,
  assignableRoles,
  refuseRolesWithoutDepartment,
  replaceRoles,
  requireMayAssign,
} from './assignable-roles.ts'
import { lockDepartmentRow } from './department-store.ts'
import {
  readAccountName,
  readCapacity,
  readDepartmentId,
  readEmail,
  readPersonName,
  readPhone,
  readSpeedLimit,
  readValidity,
} from './fields.ts'
import { shown } from './people.ts'
import { type PersonSet, setPerson } from './store.ts'

/** Accounts that administrators make. */

export type NewPersonInput = Input<typeof createPerson>

/** What was asked for, every field of it in order. */
export interface CheckedPerson {
  readonly accountName: string
  readonly realName: string
  /** Null where it is to be made up. */
  readonly password: string | null
  readonly mustChange: boolean
  readonly departmentId: string | null
  readonly roles: readonly string[]
  readonly total: number | null
  readonly set: PersonSet
}

export function checkPerson(input: NewPersonInput, scope: AdminScope): CheckedPerson {
  const accountName = readAccountName(input.accountName)
  const realName = readPersonName('userRealName', input.userRealName)
  const userName = input.userName?.trim() ? readPersonName('userName', input.userName) : realName
  if (input.password !== undefined) refuseWeakPassword(input.password)
  if (input.departmentId === undefined && scope !== 'all') refuseField('departmentId', 'missing')
  const departmentId = readDepartmentId(input.departmentId ?? '0')
  if (departmentId !== null && !isId(departmentId)) refuseNotFound('department')
  requireInScope(scope, departmentId)
  return {
    accountName,
    realName,
    password: input.password ?? null,
    mustChange: input.mustChangePassword ?? true,
    departmentId,
    roles: input.roles,
    total: readCapacity(input.totalCapacity),
    set: {
      user_name: userName,
      phone: readPhone(input.phone ?? ''),
      email: readEmail(input.email ?? ''),
      department_id: departmentId,
      valid_until: readValidity(input.validUntil),
      speed_limit: readSpeedLimit(input.speedLimit ?? 0),
      ...(input.groupCapacity !== undefined && { group_total: readCapacity(input.groupCapacity) }),
    },
  }
}

/** Their roles, all of which there are and which the caller may give. */
export async function requireAssignableRoles(
  db: Reader,
  actor: Actor,
  roleIds: readonly string[],
): Promise<AssignableRole[]> {
  const roles = await assignableRoles(db, roleIds)
  if (roles.length < new Set(roleIds).size) refuseField('roles', 'unknown_value')
  requireMayAssign(actor, roles)
  refuseConflictingRoles(roles.flatMap(({ admin }) => admin ?? []))
  return roles
}

export async function create(
  ctx: Context,
  actor: Actor,
  input: NewPersonInput,
): Promise<{ person: AdminPerson; password: string | null }> {
  const scope = peopleScope(actor, 'change')
  const checked = checkPerson(input, scope)
  const { userId, password } = await insertPersonWithRoles(ctx, actor, checked)
  return { person: await shown(ctx, ctx.db.reader, actor, scope, userId), password }
}

/** Of the command line, by nobody: in a department where one is named. */
export async function createInDepartment(
  ctx: Context,
  departmentId: string | null,
  input: NewPerson,
): Promise<string> {
  const draft = await preparePerson(ctx, {
    ...input,
    ...(departmentId !== null && { auditDetails: { departmentId } }),
  })
  return ctx.db.transact(async (tx) => {
    if (departmentId !== null && !(await lockDepartmentRow(tx, departmentId))) refuseNotFound('department')
    const id = await insertPerson(ctx, tx, draft)
    if (departmentId !== null) await setPerson(tx, id, { department_id: departmentId })
    invalidateMemberships(ctx, tx)
    return id
  })
}

/** Answers the password where it was made up. */
export async function insertPersonWithRoles(
  ctx: Context,
  actor: Actor,
  checked: CheckedPerson,
): Promise<{ userId: string; password: string | null }> {
  const password = checked.password ?? randomPassword()
  const draft = await preparePerson(ctx, {
    userName: checked.accountName,
    realName: checked.realName,
    password,
    capacity: checked.total,
    mustChangePassword: checked.mustChange,
  })
  const userId = await ctx.db.transact((tx) => insertChecked(ctx, tx, actor, checked, draft))
  return { userId, password: checked.password === null ? password : null }
}

export async function insertChecked(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  checked: CheckedPerson,
  draft: PreparedPerson,
): Promise<string> {
  const { departmentId } = checked
  if (departmentId !== null && !(await lockDepartmentRow(tx, departmentId))) refuseNotFound('department')
  const roles = await requireAssignableRoles(tx, actor, checked.roles)
  refuseRolesWithoutDepartment(departmentId, roles)
  const { valid_until: validUntil, group_total: groupTotal, speed_limit: speedLimit } = checked.set
  const details = {
    departmentId,
    validUntil,
    ...(groupTotal !== undefined && { groupTotal }),
    ...(speedLimit && { speedLimit }),
  }
  const id = await insertPerson(ctx, tx, { ...draft, auditDetails: details })
  await setPerson(tx, id, checked.set)
  const { given } = await replaceRoles(tx, actor, { id, roles: [] }, roles)
  await audit(tx, {
    action: 'role.given',
    object: { type: 'person', id, name: checked.realName },
    detail: { roles: given },
  })
  invalidateMemberships(ctx, tx)
  return id
}
