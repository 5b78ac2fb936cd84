import type { AdminRight } from '@clouddisk/contract/admin-areas'
import type {
  AdminGroup,
  createDepartmentGroup,
  pageAllGroups,
  queryAnyMembers,
  updateAnyGroup,
} from '@clouddisk/contract/admin-groups'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { adminScope, requireManageOwner } from '../../access/admin.ts'
import { requireOwnGroups } from '../../access/group-ownership.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { accountFault } from '../accounts/policy.ts'
import * as store from './admin-store.ts'
import { allowanceSource } from './allowance.ts'
import { markDissolving, unmarkDissolving } from './dissolve.ts'
import { invalidateGroupMemberships, recordGroupChange, refuseDissolving } from './group-context.ts'
import * as groups from './groups.ts'
import { openHandovers } from './handover-store.ts'
import { departmentPaths } from './headcount.ts'
import { insertMembers, notifyJoined, pageOf } from './members.ts'
import { presentGroups } from './present.ts'
import { giveGroupTo } from './transfer-ownership.ts'

/** Groups for administrators (G10): all of them, and those of departments, which only they make. */

/** An orgAdmin's departments; null for who is not bounded. */
function departmentsOf(actor: Actor, right: AdminRight): store.DepartmentIds {
  const scope = adminScope(actor, 'groups', right)
  return scope === 'all' ? null : [...scope]
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageAllGroups>,
): Promise<Reply<typeof pageAllGroups>> {
  const db = ctx.db.reader
  const { departmentId, kind, state } = input
  if (departmentId !== undefined && !isId(departmentId)) refuseNotFound('department')
  const scope = departmentsOf(actor, 'read')
  const list = [actor.personId, departmentId ?? '', kind ?? '', state ?? ''].join()
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'all-groups', list, store.isKey)
  const pageQuery = paging.read(input, 'groupName', 'createTime')
  const filter = { scope, departmentId, kind, state, keyword: pageQuery.keyword }
  const [rows, total] = await Promise.all([
    store.pageAdminGroups(db, filter, pageQuery),
    store.countAdminGroups(db, filter),
  ])
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await present(ctx, db, rows),
    total,
    ...paging.response(pageQuery, last && store.keyOf(last, pageQuery.orderBy)),
  }
}

async function present(
  ctx: Context,
  db: Reader,
  rows: readonly store.AdminGroupRow[],
): Promise<AdminGroup[]> {
  const ids = rows.map((row) => row.id)
  const departments = [...new Set(rows.flatMap((row) => row.ownerDepartmentId ?? []))]
  const [handovers, paths] = await Promise.all([
    openHandovers(db, ids, null, ctx.now()),
    departmentPaths(db, departments),
  ])
  const shown = await presentGroups(ctx, db, rows, handovers)
  return shown.flatMap(
    (
      {
        role: _role,
        identity: _identity,
        byDepartment: _byDepartment,
        fileAuth: _fileAuth,
        isHide: _isHide,
        ...group
      },
      n,
    ) => {
      const row = rows[n]
      if (!row) return []
      return {
        ...group,
        ownerAccount: row.ownerAccount,
        ownerDepartment: paths.get(row.ownerDepartmentId ?? '') ?? [],
        hiddenCount: row.hiddenBy,
      }
    },
  )
}

export async function one(ctx: Context, actor: Actor, groupId: string): Promise<AdminGroup> {
  const db = ctx.db.reader
  const row = await requireGroup(db, departmentsOf(actor, 'read'), groupId)
  const [group] = await present(ctx, db, [row])
  return group ?? refuseNotFound('group')
}

export async function members(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryAnyMembers>,
): Promise<Reply<typeof queryAnyMembers>> {
  const group = await readableGroup(ctx, actor, input.groupId)
  return pageOf(ctx, actor, group, input)
}

export const readableGroup = (ctx: Context, actor: Actor, groupId: string): Promise<store.AdminGroupRow> =>
  requireGroup(ctx.db.reader, departmentsOf(actor, 'read'), groupId)

async function requireGroup(
  db: Reader,
  departments: store.DepartmentIds,
  groupId: string,
): Promise<store.AdminGroupRow> {
  const row = isId(groupId) ? await store.adminGroup(db, departments, groupId) : undefined
  return row ?? refuseNotFound('group')
}

/** The group behind its lock, as far as the actor may change it. */
export async function lockGroup(tx: Tx, actor: Actor, groupId: string): Promise<store.AdminGroupRow> {
  if (!isId(groupId)) refuseNotFound('group')
  await lockSpace(tx, groupId, 'group')
  const group = await requireGroup(tx, departmentsOf(actor, 'change'), groupId)
  // A department's is its department's, whoever owns it.
  if (group.departmentId === null) await requireManageOwner(tx, actor, group.ownerId)
  return group
}

/** Somebody who may have a group, and whose account is the actor's to change: of its allowance the group is taken. */
async function requireOwnerCandidate(ctx: Context, tx: Tx, actor: Actor, personId: string): Promise<string> {
  const departments = departmentsOf(actor, 'change')
  const person = isId(personId) ? await store.ownerCandidate(tx, departments, personId) : undefined
  if (!person) refuseNotFound('user')
  await requireManageOwner(tx, actor, person.id)
  const fault = accountFault(person, ctx.now())
  if (fault) refuse(fault)
  await requireOwnGroups(tx, person.id, ctx.now(), 'ownerId')
  return person.id
}

async function requireAdministersDepartment(tx: Tx, actor: Actor, departmentId: string): Promise<void> {
  const mine = departmentsOf(actor, 'change')
  if (!isId(departmentId) || !(await store.isDepartment(tx, mine, departmentId))) refuseNotFound('department')
}

export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createDepartmentGroup>,
): Promise<AdminGroup> {
  const { departmentId } = input
  const values = {
    name: groups.readGroupName(input.groupName),
    description: groups.readGroupDescription(input.description),
    total: groups.readGroupSpace(input.capacity),
  }
  const groupId = await ctx.db.transact(async (tx) => {
    if (departmentId !== undefined) await requireAdministersDepartment(tx, actor, departmentId)
    const ownerId = await requireOwnerCandidate(ctx, tx, actor, input.ownerId)
    const made = { ...values, ownerId, departmentId: departmentId ?? null, isLibrary: false }
    const { id, rootId } = await groups.insert(tx, actor, made, allowanceSource(made))
    invalidateGroupMemberships(ctx, tx)
    const group = { id, rootId, name: values.name }
    await recordGroupChange(tx, actor, 'group.changed', group, {
      principalIds: [ownerId],
      details: { what: 'created' },
    })
    const members = input.members ?? []
    await notifyJoined(ctx, tx, actor, group, members, await insertMembers(tx, actor, rootId, members))
    return id
  })
  return one(ctx, actor, groupId)
}

export async function update(
  ctx: Context,
  actor: Actor,
  input: Input<typeof updateAnyGroup>,
): Promise<AdminGroup> {
  const { groupName, description, capacity, ownerId } = input
  const values = {
    name: groupName === undefined ? undefined : groups.readGroupName(groupName),
    description: description === undefined ? undefined : groups.readGroupDescription(description),
    total: capacity === undefined ? undefined : groups.readGroupSpace(capacity),
  }
  await groups.refuseTakenName(values.name, () =>
    ctx.db.transact(async (tx) => {
      const group = await lockGroup(tx, actor, input.groupId)
      refuseDissolving({ group })
      const toId = ownerId?.toLowerCase() ?? group.ownerId
      if (toId !== group.ownerId)
        await giveGroupTo(ctx, tx, group, await requireOwnerCandidate(ctx, tx, actor, toId), actor)
      // What it grows by is the new owner's to give.
      await groups.updateGroup(tx, actor, { ...group, ownerId: toId }, values)
    }),
  )
  return one(ctx, actor, input.groupId)
}

export async function dissolve(ctx: Context, actor: Actor, groupId: string): Promise<AdminGroup> {
  await ctx.db.transact(async (tx) =>
    markDissolving(ctx, tx, actor, { group: await lockGroup(tx, actor, groupId) }),
  )
  return one(ctx, actor, groupId)
}

export async function cancelDissolution(ctx: Context, actor: Actor, groupId: string): Promise<AdminGroup> {
  await ctx.db.transact(async (tx) =>
    unmarkDissolving(ctx, tx, actor, { group: await lockGroup(tx, actor, groupId) }),
  )
  return one(ctx, actor, groupId)
}
