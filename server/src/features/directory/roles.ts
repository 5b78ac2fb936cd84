import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import type {
  AdminRoleRow,
  createRole,
  pageRoleHolders,
  RoleHolder,
  saveRoleOutbound,
} from '@clouddisk/contract/admin-roles'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import { GENERAL_ROLES, PERMISSION_ITEMS, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { adminScope, isSuperAdmin, mayAdministerArea, requireManagePerson } from '../../access/admin.ts'
import { OUTBOUND_PRESETS } from '../../access/outbound.ts'
import { audit, auditAll } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import {
  guardLastSuperAdmin,
  invalidateMemberships,
  isAdminRole,
  lockAdministrators,
  peopleScope,
  refuseConflictingRoles,
  scopeIds,
} from './admin-scope.ts'
import { isPreset, refuseRolesWithoutDepartment, requireMayAssign, requireRole } from './assignable-roles.ts'
import { departmentPathsById, lockDepartmentRows } from './department-store.ts'
import { readDescription, readRoleName } from './fields.ts'
import * as store from './role-store.ts'
import { lockPeople, setModified } from './store.ts'

/** Roles: those that come with the product, and those of one's own making. */

type Definition = Input<typeof createRole>

export async function list(ctx: Context, actor: Actor, keyword = ''): Promise<AdminRoleRow[]> {
  const folded = nameKey(keyword.trim())
  const [own, without, counts] = await Promise.all([
    store.roles(ctx.db.reader, folded),
    store.presetsWithoutOutbound(ctx.db.reader),
    store.countHolders(ctx.db.reader, scopeIds(adminScope(actor, 'roles', 'read'))),
  ])
  const presets = [...GENERAL_ROLES, ...ADMIN_ROLES].filter((name) => nameKey(name).includes(folded))
  return [
    ...presets.map((name) => presentPreset(actor, name, without, counts.get(name) ?? 0)),
    ...own.map((row) => present(actor, row, counts.get(row.id) ?? 0)),
  ]
}

function presentPreset(
  actor: Actor,
  name: string,
  without: ReadonlySet<string>,
  holders: number,
): AdminRoleRow {
  const admin = isAdminRole(name) ? name : null
  return {
    roleId: name,
    roleName: name,
    preset: true,
    admin,
    description: '',
    type: admin ? 'advanced' : 'ordinary',
    items: admin ? [] : [...ROLE_ITEMS[name as keyof typeof ROLE_ITEMS]],
    scope: admin === 'orgAdmin' ? 'subtree' : null,
    departments: [],
    outbound: OUTBOUND_PRESETS.includes(name) && !without.has(name),
    holders,
    createTime: null,
    canGive: mayAssign(actor, admin !== null),
  }
}

const present = (actor: Actor, row: store.RoleRow, holders: number): AdminRoleRow => ({
  roleId: row.id,
  roleName: row.name,
  preset: false,
  admin: row.admin,
  description: row.description,
  type: row.type,
  items: row.permissions,
  scope: row.scope,
  departments: row.departments,
  outbound: row.outbound && mayGiveOutbound(row),
  holders,
  createTime: row.createdAt.toISOString(),
  canGive: mayAssign(actor, row.type === 'advanced'),
})

/** One that does not permit sharing has nothing to send outside; advanced ones are for files of departments. */
const mayGiveOutbound = ({ type, permissions }: Pick<store.RoleRow, 'type' | 'permissions'>): boolean =>
  type === 'ordinary' && permissions.includes('share')

const mayAssign = (actor: Actor, advanced: boolean): boolean =>
  mayAdministerArea(actor, 'people', 'change') && (isSuperAdmin(actor) || !advanced)

export function create(ctx: Context, actor: Actor, input: Definition): Promise<AdminRoleRow> {
  const values = toRoleValues(input)
  const limit = LIMITS.rolesMax
  return ctx.db.transact(async (tx) => {
    await lockAdministrators(tx)
    await requireDepartments(tx, values.department_ids)
    if ((await store.countRoles(tx)) >= limit) refuse('too_many_roles', { limit })
    const id = newId()
    if (!(await store.insertRole(tx, id, values))) refuse('name_taken', { name: values.name })
    await audit(tx, {
      action: 'role.added',
      object: { type: 'role', id, name: values.name },
      detail: roleAuditDetails(values),
    })
    return shown(tx, actor, id)
  })
}

export function update(
  ctx: Context,
  actor: Actor,
  { roleId, ...input }: Definition & { roleId: string },
): Promise<AdminRoleRow> {
  const values = toRoleValues(input)
  return ctx.db.transact(async (tx) => {
    await lockAdministrators(tx)
    await requireDepartments(tx, values.department_ids)
    const was = await lockCustomRole(tx, roleId)
    if (await store.isRoleTaken(tx, values.name_key, roleId)) refuse('name_taken', { name: values.name })
    const admin = values.admin
    const holders = admin ? await store.adminsOfHolders(tx, roleId) : []
    if (admin && admin !== was.admin)
      for (const { others } of holders) refuseConflictingRoles([admin, ...others])
    const loses = was.admin === 'superAdmin' && admin !== 'superAdmin'
    const keeps = loses ? await guardLastSuperAdmin(tx, ctx.now()) : undefined
    await store.updateRole(tx, roleId, values)
    await keeps?.()
    const wasOfOwn = was.admin === 'orgAdmin' && was.departments.length === 0
    const ofOwn = admin === 'orgAdmin' && values.department_ids.length === 0
    if (ofOwn && !wasOfOwn && holders.some(({ departmentId }) => departmentId === null))
      refuse('department_needed')
    await audit(tx, {
      action: 'role.changed',
      object: { type: 'role', id: roleId, name: values.name },
      detail: roleAuditDetails(values),
    })
    invalidateMemberships(ctx, tx)
    return shown(tx, actor, roleId)
  })
}

/** Switches the outbound permission of a role on or off; of a built-in one too. */
export function saveOutbound(
  ctx: Context,
  actor: Actor,
  { roleId, outbound }: Input<typeof saveRoleOutbound>,
): Promise<AdminRoleRow> {
  return ctx.db.transact(async (tx) => {
    await lockAdministrators(tx)
    const own = isPreset(roleId) ? undefined : await lockCustomRole(tx, roleId)
    if (!(own ? mayGiveOutbound(own) : OUTBOUND_PRESETS.includes(roleId)))
      refuseField('roleId', 'unknown_value')
    if (own) await store.setRoleOutbound(tx, roleId, outbound)
    else await store.setPresetOutbound(tx, roleId, outbound)
    await audit(tx, {
      action: 'role.changed',
      object: { type: 'role', id: own?.id ?? null, name: own?.name ?? roleId },
      detail: { outbound },
    })
    if (own) return shown(tx, actor, roleId)
    const counts = await store.countHolders(tx, null)
    return presentPreset(actor, roleId, await store.presetsWithoutOutbound(tx), counts.get(roleId) ?? 0)
  })
}

export async function remove(ctx: Context, roleId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const was = await lockCustomRole(tx, roleId)
    const count = (await store.adminsOfHolders(tx, roleId)).length
    if (count > 0) refuse('role_in_use', { count })
    await store.deleteRole(tx, roleId)
    await audit(tx, { action: 'role.removed', object: { type: 'role', id: roleId, name: was.name } })
    invalidateMemberships(ctx, tx)
  })
}

/** Presets are nobody's to change. */
async function lockCustomRole(tx: Tx, roleId: string): Promise<store.RoleRow> {
  if (!isId(roleId) || !(await store.lockRole(tx, roleId))) refuseNotFound('role')
  return (await store.roleById(tx, roleId)) ?? refuseNotFound('role')
}

async function shown(tx: Tx, actor: Actor, id: string): Promise<AdminRoleRow> {
  const [row, counts] = await Promise.all([store.roleById(tx, id), store.countHolders(tx, null)])
  return present(actor, row ?? refuseNotFound('role'), counts.get(id) ?? 0)
}

function toRoleValues(input: Definition): store.RoleValues {
  const name = readRoleName(input.roleName)
  if (
    isPreset(nameKey(name)) ||
    [...GENERAL_ROLES, ...ADMIN_ROLES].some((one) => nameKey(one) === nameKey(name))
  )
    refuse('name_taken', { name })
  const { type } = input
  const admin = input.admin === undefined || input.admin === 'none' ? null : input.admin
  const departmentIds = [...new Set(input.departmentIds ?? [])]
  if (type === 'advanced' && input.scope === undefined) refuseField('scope', 'missing')
  if (type === 'ordinary') {
    if (input.scope !== undefined) refuseField('scope', 'unknown_value')
    if (departmentIds.length > 0) refuseField('departmentIds', 'unknown_value')
    if (admin) refuseField('admin', 'unknown_value')
  }
  const items = PERMISSION_ITEMS.filter((item) => input.items.includes(item))
  if (items.length === 0 && !admin) refuseField('items', 'missing')
  return {
    name,
    name_key: nameKey(name),
    description: readDescription(input.description ?? ''),
    type,
    permissions: items,
    admin,
    scope: input.scope ?? null,
    department_ids: departmentIds,
    ...(input.outbound !== undefined && { outbound: input.outbound }),
  }
}

const roleAuditDetails = ({
  type,
  permissions,
  admin,
  scope,
  department_ids,
  outbound,
}: store.RoleValues) => ({
  type,
  items: permissions,
  admin,
  scope,
  departments: department_ids,
  ...(outbound !== undefined && { outbound }),
})

/** None of them can be removed until the transaction ends. */
async function requireDepartments(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!ids.every(isId) || !(await lockDepartmentRows(tx, ids))) refuseField('departmentIds', 'unknown_value')
}

export async function pageHolders(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageRoleHolders>,
): Promise<{ list: RoleHolder[]; total: number; pageNo: number; pageSize: number }> {
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault, keyword = '' } = input
  const role = await requireRole(ctx.db.reader, input.roleId)
  const { rows, total } = await store.holders(ctx.db.reader, {
    preset: role.preset,
    id: role.id,
    scope: scopeIds(adminScope(actor, 'roles', 'read')),
    keyword: keyword.trim(),
    limit: pageSize,
    skip: (pageNo - 1) * pageSize,
  })
  const paths = await departmentPathsById(
    ctx.db.reader,
    rows.map(({ departmentId }) => departmentId),
  )
  const list = rows.map((row) => ({
    userId: row.id,
    userRealName: row.realName,
    accountName: row.accountName,
    departmentId: row.departmentId,
    departmentPath: paths.get(row.departmentId ?? '')?.names ?? [],
    giveTime: row.givenAt?.toISOString() ?? null,
  }))
  return { list, total, pageNo, pageSize }
}

/** Gives a role to people, or takes it from them: all of them or none. */
export async function assignRole(
  ctx: Context,
  actor: Actor,
  how: 'give' | 'take',
  { roleId, userIds }: { roleId: string; userIds: readonly string[] },
): Promise<number> {
  const ids = [...new Set(userIds)]
  const limit = LIMITS.pickerItemsMax
  if (ids.length > limit) refuse('too_many_items', { limit })
  const scope = peopleScope(actor, 'change')
  return ctx.db.transact(async (tx) => {
    if (!ids.every(isId)) refuseNotFound('user')
    await lockPeople(tx, ids)
    await lockAdministrators(tx)
    // Read behind the lock: a role that they have may have become an administrator's until now.
    const people = await lockPeople(tx, ids)
    if (people.length < ids.length) refuseNotFound('user')
    for (const person of people) requireManagePerson(actor, scope, person)
    const role = await requireRole(tx, roleId)
    requireMayAssign(actor, [role])
    if (how === 'give' && role.admin)
      for (const { admins } of people) refuseConflictingRoles([role.admin, ...admins])
    if (how === 'give')
      for (const { departmentId } of people) refuseRolesWithoutDepartment(departmentId, [role])
    const loses = how === 'take' && role.admin === 'superAdmin'
    const keeps = loses ? await guardLastSuperAdmin(tx, ctx.now()) : undefined
    const changed = people.filter(({ roles }) => roles.includes(role.roleId) === (how === 'take'))
    const changedIds = changed.map(({ id }) => id)
    if (how === 'give') await store.addRoles(tx, changedIds, [role])
    else await store.dropRoles(tx, changedIds, [role])
    await setModified(tx, changedIds, actor.personId, ctx.now())
    await keeps?.()
    await auditAll(
      tx,
      changed.map(({ id, realName: name }) => ({
        action: how === 'give' ? ('role.given' as const) : ('role.taken' as const),
        object: { type: 'person' as const, id, name },
        detail: { roles: [role.name] },
      })),
    )
    invalidateMemberships(ctx, tx)
    return changed.length
  })
}
