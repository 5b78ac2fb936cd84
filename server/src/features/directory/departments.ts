import type {
  AdminDepartment,
  createDepartment,
  moveDepartment,
  queryDepartments,
  updateDepartment,
} from '@clouddisk/contract/admin-departments'
import { formatSize } from '@clouddisk/contract/format'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { isInScope } from '../../access/admin.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { pinyinOf, pinyinPattern } from '../../tree/pinyin.ts'
import { lockGrantedSpaces, revokeAfterDepartmentMove, revokeAllGrants } from '../../tree/revoke.ts'
import { refuseLockOut } from '../accounts/check-address.ts'
import { requireFitsBelow } from '../groups/allowance.ts'
import {
  type AdminScope,
  invalidateMemberships,
  lockDepartmentTree,
  peopleScope,
  requireInScope,
  scopeIds,
} from './admin-scope.ts'
import * as store from './department-store.ts'
import { readCapacity, readDepartmentId, readDepartmentName, readDescription } from './fields.ts'
import { refuseManagedDepartment } from './managed.ts'

/** Departments for administrators; an orgAdmin's begin at the topmost of its own. */

export const present = (row: store.DepartmentRow): AdminDepartment => ({
  departmentId: row.id,
  departmentName: row.name,
  parentId: row.parentId,
  departmentPath: row.path,
  description: row.description,
  totalCapacity: row.total,
  allottedCapacity: row.allotted,
  ownCount: row.own,
  memberCount: row.people,
  isParent: row.isParent,
  createTime: row.createdAt.toISOString(),
  directory: row.directory,
})

export async function list(
  ctx: Context,
  actor: Actor,
  { parentId, keyword = '', limit = LIMITS.subDepartmentsMax }: Input<typeof queryDepartments>,
): Promise<{ list: AdminDepartment[]; truncated: boolean }> {
  const scope = peopleScope(actor, 'read')
  const parent = parentId === undefined ? null : readDepartmentId(parentId)
  if (parent !== null) requireDepartmentInScope(scope, parent)
  const folded = nameKey(keyword.trim())
  const rows = await store.departments(ctx.db.reader, {
    scope: scopeIds(scope),
    parentId: parent,
    keyword: folded,
    sound: pinyinPattern(folded),
    anywhere: folded !== '' && parentId === undefined,
    limit: limit + 1,
  })
  if (parent !== null && rows.length === 0) await find(ctx.db.reader, scope, parent)
  return { list: rows.slice(0, limit).map(present), truncated: rows.length > limit }
}

export const query = async (ctx: Context, actor: Actor, departmentId: string): Promise<AdminDepartment> =>
  present(await find(ctx.db.reader, peopleScope(actor, 'read'), departmentId))

/** Ids of a department with all below it that the caller administers. */
export async function below(db: Reader, scope: AdminScope, departmentId: string): Promise<string[]> {
  requireDepartmentInScope(scope, departmentId)
  const ids = (await store.subtree(db, departmentId)).map(({ id }) => id)
  return ids.length > 0 ? ids.filter((id) => isInScope(scope, id)) : refuseNotFound('department')
}

/** In scope and there. */
export async function requireDepartmentExists(
  db: Reader,
  scope: AdminScope,
  departmentId: string,
): Promise<void> {
  await find(db, scope, departmentId)
}

function requireDepartmentInScope(scope: AdminScope, departmentId: string): void {
  if (!isId(departmentId)) refuseNotFound('department')
  requireInScope(scope, departmentId)
}

async function find(db: Reader, scope: AdminScope, departmentId: string): Promise<store.DepartmentRow> {
  requireDepartmentInScope(scope, departmentId)
  return (await store.departmentById(db, departmentId, scopeIds(scope))) ?? refuseNotFound('department')
}

export function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createDepartment>,
): Promise<AdminDepartment> {
  return withDepartmentLock(ctx, (tx) => createIn(tx, actor, peopleScope(actor, 'change'), input))
}

/** Within a transaction of `changing`. */
export async function createIn(
  tx: Tx,
  actor: Actor,
  scope: AdminScope,
  input: Input<typeof createDepartment>,
): Promise<AdminDepartment> {
  const name = readDepartmentName(input.departmentName)
  const description = readDescription(input.description ?? '')
  const parentId = readDepartmentId(input.parentId ?? '0')
  const id = newId()
  await requireParentInScope(tx, scope, parentId, 1)
  const names = { name, name_key: nameKey(name), pinyin: pinyinOf(name) }
  await refuseTakenName(tx, parentId, name)
  await tx
    .insertInto('department')
    .values({
      id,
      parent_id: parentId,
      ...names,
      description,
      total: readCapacity(input.totalCapacity ?? 'unlimited'),
    })
    .execute()
  await requireStillAdministers(tx, actor, scope, id)
  await audit(tx, {
    action: 'department.added',
    object: { type: 'department', id, name },
    detail: { parentId },
  })
  return shown(tx, scope, id)
}

export function update(
  ctx: Context,
  actor: Actor,
  { departmentId, ...input }: Input<typeof updateDepartment>,
): Promise<AdminDepartment> {
  const scope = peopleScope(actor, 'change')
  const name = input.departmentName === undefined ? undefined : readDepartmentName(input.departmentName)
  const description = input.description === undefined ? undefined : readDescription(input.description)
  const total = input.totalCapacity === undefined ? undefined : readCapacity(input.totalCapacity)
  return withDepartmentLock(ctx, async (tx) => {
    const was = await find(tx, scope, departmentId)
    if (name !== undefined && name !== was.name) await refuseManagedDepartment(tx, departmentId)
    if (name !== undefined && name !== was.name) await refuseTakenName(tx, was.parentId, name, departmentId)
    if (total !== undefined && total !== was.total) {
      requireAdministersParent(scope, was)
      await setTotal(tx, departmentId, total)
    }
    const set = {
      ...(name !== undefined && { name, name_key: nameKey(name), pinyin: pinyinOf(name) }),
      ...(description !== undefined && { description }),
    }
    if (Object.keys(set).length > 0)
      await tx.updateTable('department').set(set).where('id', '=', departmentId).execute()
    await audit(tx, {
      action: 'department.changed',
      object: { type: 'department', id: departmentId, name: name ?? was.name },
      detail: {
        ...(name !== undefined && name !== was.name && { was: was.name }),
        ...(total !== undefined && { total }),
      },
    })
    return shown(tx, scope, departmentId)
  })
}

export function move(
  ctx: Context,
  actor: Actor,
  { departmentId, parentId: requestedParent }: Input<typeof moveDepartment>,
): Promise<AdminDepartment> {
  const scope = peopleScope(actor, 'change')
  const parentId = readDepartmentId(requestedParent)
  return withDepartmentLock(ctx, async (tx) => {
    const was = await find(tx, scope, departmentId)
    if (parentId === was.parentId) return present(was)
    requireAdministersParent(scope, was)
    await refuseManagedDepartment(tx, departmentId)
    const moved = await store.subtree(tx, departmentId)
    if (moved.some(({ id }) => id === parentId)) refuse('department_circle')
    await requireParentInScope(tx, scope, parentId, 1 + Math.max(...moved.map(({ depth }) => depth)))
    await refuseTakenName(tx, parentId, was.name, departmentId)
    if (parentId !== null) await requireFitsBelow(tx, departmentId, parentId)
    await tx.updateTable('department').set({ parent_id: parentId }).where('id', '=', departmentId).execute()
    await requireStillAdministers(tx, actor, scope, departmentId)
    if (was.parentId !== null)
      await revokeAfterDepartmentMove(tx, { departments: [departmentId], from: was.parentId }, actor.personId)
    await audit(tx, {
      action: 'department.changed',
      object: { type: 'department', id: departmentId, name: was.name },
      detail: { from: was.parentId, to: parentId },
    })
    await refuseLockOut(ctx, tx, actor)
    return shown(tx, scope, departmentId)
  })
}

export function remove(ctx: Context, actor: Actor, departmentId: string): Promise<void> {
  const scope = peopleScope(actor, 'change')
  return withDepartmentLock(ctx, async (tx) => {
    const was = await find(tx, scope, departmentId)
    requireAdministersParent(scope, was)
    await refuseManagedDepartment(tx, departmentId)
    await lockGrantedSpaces(tx, departmentId)
    await store.deleteDepartmentHistory(tx, departmentId)
    await tx.selectFrom('department').select('id').where('id', '=', departmentId).forUpdate().execute()
    if (await store.isDepartmentUsed(tx, departmentId)) refuse('department_in_use')
    await revokeAllGrants(tx, departmentId, actor.personId)
    await tx.deleteFrom('department').where('id', '=', departmentId).execute()
    await audit(tx, {
      action: 'department.removed',
      object: { type: 'department', id: departmentId, name: was.name },
    })
  })
}

/** The tree stands still meanwhile, and who somebody is is asked anew afterwards. */
export const withDepartmentLock = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transact(async (tx) => {
    await lockDepartmentTree(tx)
    invalidateMemberships(ctx, tx)
    return work(tx)
  })

const shown = async (tx: Tx, scope: AdminScope, id: string): Promise<AdminDepartment> =>
  // What was made just now is in the scope of who made it, though the request does not know yet.
  present(
    (await store.departmentById(tx, id, scope === 'all' ? null : [...scope, id])) ??
      refuseNotFound('department'),
  )

/** The place of the caller's topmost departments, and what they are given, is for those above to say. */
function requireAdministersParent(scope: AdminScope, { parentId }: store.DepartmentRow): void {
  if (!isInScope(scope, parentId)) refuse('area_refused')
}

/** Whether so many levels fit below a parent; the top is nobody's but of those who have all. */
async function requireParentInScope(
  tx: Tx,
  scope: AdminScope,
  parentId: string | null,
  levels: number,
): Promise<void> {
  const limit = LIMITS.departmentDepthMax
  if (parentId === null && scope !== 'all') refuseNotFound('department')
  const above = parentId === null ? 0 : (await find(tx, scope, parentId)).path.length
  if (above + levels > limit) refuse('too_deep_departments', { limit })
}

/** A scope of single departments does not reach those below: who could not see it afterwards does not make it. */
async function requireStillAdministers(tx: Tx, actor: Actor, scope: AdminScope, id: string): Promise<void> {
  if (scope !== 'all' && !(await store.isStillAdministered(tx, actor.personId, id))) refuse('area_refused')
}

async function refuseTakenName(tx: Tx, parentId: string | null, name: string, but?: string): Promise<void> {
  if (await store.isDepartmentTaken(tx, parentId, nameKey(name), but)) refuse('name_taken', { name })
}

/** Whoever takes of it, or of those below, holds it too. What is full already may stay so, or grow. */
async function setTotal(tx: Tx, id: string, total: number | null): Promise<void> {
  await tx.selectFrom('department').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const { allotted, total: was } = (await store.departmentById(tx, id, null)) ?? refuseNotFound('department')
  const grows = total === null || (was !== null && total >= was)
  if (!grows && allotted > total) refuse('below_used', { used: formatSize(allotted) })
  await tx.updateTable('department').set({ total }).where('id', '=', id).execute()
}
