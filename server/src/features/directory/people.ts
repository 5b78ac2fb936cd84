import type { AdminPerson, PersonState, pagePeople } from '@clouddisk/contract/admin-people'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { mayManagePerson } from '../../access/admin.ts'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { type AdminScope, peopleScope, requireInScope, scopeIds } from './admin-scope.ts'
import { isPreset } from './assignable-roles.ts'
import { type DepartmentPath, departmentPathsById } from './department-store.ts'
import * as departments from './departments.ts'
import { readDepartmentId } from './fields.ts'
import * as store from './store.ts'

/** People as administrators find them. */

type Filter = Omit<Input<typeof pagePeople>, 'pageNo' | 'pageSize'>

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pagePeople>,
): Promise<{ list: AdminPerson[]; total: number; pageNo: number; pageSize: number }> {
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault } = input
  const scope = peopleScope(actor, 'read')
  const filter = await toFilter(ctx, scope, input)
  const slice = { ...toOrder(input), limit: pageSize, skip: (pageNo - 1) * pageSize }
  const [rows, total] = await Promise.all([
    store.people(ctx.db.reader, filter, slice),
    store.countPeople(ctx.db.reader, filter),
  ])
  return { list: await presentAll(ctx, ctx.db.reader, actor, rows), total, pageNo, pageSize }
}

/** Refuses what cannot be listed, before an answer has begun; the log says that they were taken out. */
export async function auditExport(ctx: Context, actor: Actor, input: Filter): Promise<void> {
  const filter = await toFilter(ctx, peopleScope(actor, 'read'), input)
  const people = await store.countPeople(ctx.db.reader, filter)
  await auditOutsideTransaction(ctx.db.reader, { action: 'people.exported', detail: { ...input, people } })
}

const EXPORT_BATCH = 1000

/** All that a page would list, some at a time. */
export async function* allPeople(ctx: Context, actor: Actor, input: Filter): AsyncGenerator<AdminPerson[]> {
  const filter = await toFilter(ctx, peopleScope(actor, 'read'), input)
  for (let skip = 0; ; skip += EXPORT_BATCH) {
    const rows = await store.people(ctx.db.reader, filter, { ...toOrder(input), limit: EXPORT_BATCH, skip })
    yield await presentAll(ctx, ctx.db.reader, actor, rows)
    if (rows.length < EXPORT_BATCH) return
  }
}

export async function query(ctx: Context, actor: Actor, userId: string): Promise<AdminPerson> {
  const scope = peopleScope(actor, 'read')
  return shown(ctx, ctx.db.reader, actor, scope, userId)
}

/** One of the caller's people, as it is now. */
export async function shown(
  ctx: Context,
  db: Reader,
  actor: Actor,
  scope: AdminScope,
  userId: string,
): Promise<AdminPerson> {
  const row = (isId(userId) && (await store.personById(db, userId))) || refuseNotFound('user')
  requireInScope(scope, row.departmentId, 'user')
  const [person] = await presentAll(ctx, db, actor, [row])
  return person ?? refuseNotFound('user')
}

const toOrder = ({ orderBy = 'createTime', orderType }: Filter) => ({
  by: orderBy,
  down: (orderType ?? (orderBy === 'createTime' || orderBy === 'lastSeenTime' ? 'desc' : 'asc')) === 'desc',
})

async function toFilter(ctx: Context, scope: AdminScope, input: Filter): Promise<store.PeopleFilter> {
  const { keyword = '', status, roleId, validity } = input
  if (roleId !== undefined && !isPreset(roleId) && !isId(roleId)) refuseNotFound('role')
  return {
    scope: scopeIds(scope),
    departments: await departmentsOf(ctx, scope, input),
    keyword: keyword.trim(),
    status,
    role: roleId === undefined ? undefined : isPreset(roleId) ? { preset: roleId } : { id: roleId },
    validity,
    now: ctx.now(),
  }
}

async function departmentsOf(
  ctx: Context,
  scope: AdminScope,
  { departmentId, includeSub = true }: Filter,
): Promise<store.PeopleFilter['departments']> {
  if (departmentId === undefined) return null
  const id = readDepartmentId(departmentId)
  if (id === null) return 'none'
  const ids = await departments.below(ctx.db.reader, scope, id)
  return includeSub ? ids : [id]
}

async function presentAll(
  ctx: Context,
  db: Reader,
  actor: Actor,
  rows: readonly store.PersonRow[],
): Promise<AdminPerson[]> {
  const paths = await departmentPathsById(
    db,
    rows.map(({ departmentId }) => departmentId),
  )
  const scope = peopleScope(actor, 'change')
  return rows.map((row) =>
    present(row, paths, ctx.now(), row.status !== 'removed' && mayManagePerson(actor, scope, row)),
  )
}

function personState({ status, validUntil }: store.PersonRow, now: Date): PersonState {
  return status === 'active' && validUntil !== null && validUntil <= now ? 'expired' : status
}

const present = (
  row: store.PersonRow,
  paths: ReadonlyMap<string, DepartmentPath>,
  now: Date,
  canChange: boolean,
): AdminPerson => ({
  userId: row.id,
  accountName: row.accountName,
  userName: row.userName,
  userRealName: row.realName,
  phone: row.phone,
  email: row.email,
  departmentId: row.departmentId,
  departmentPath: paths.get(row.departmentId ?? '')?.names ?? [],
  roles: row.roles,
  totalCapacity: row.total,
  usedCapacity: row.used,
  groupCapacity: row.groupTotal,
  groupAllotted: row.groupAllotted,
  validUntil: row.validUntil?.toISOString() ?? null,
  speedLimit: row.speedLimit,
  status: personState(row, now),
  service: row.service,
  mustChangePassword: row.mustChangePassword,
  createTime: row.createdAt.toISOString(),
  lastSeenTime: row.lastSeenAt?.toISOString() ?? null,
  changeTime: row.changedAt?.toISOString() ?? null,
  changedBy: row.changedBy,
  directory: row.directory,
  canChange,
})
