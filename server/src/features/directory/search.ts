import type {
  FoundDepartment,
  FoundUser,
  queryRecipients,
  searchDepartments,
  searchUsers,
} from '@clouddisk/contract/directory'
import { LIMITS } from '@clouddisk/contract/limits'
import { maskName } from '@clouddisk/contract/masking'
import { nameKey } from '@clouddisk/contract/names'
import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Input, Reply } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { isInScope } from '../../access/admin.ts'
import { permissionsIgnoringDissolution, requirePermission } from '../../access/permissions.ts'
import { presentPrincipals } from '../../access/principals.ts'
import { resolve } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { foldKeyword } from '../../db/fold-keyword.ts'
import { isId } from '../../db/ids.ts'
import { pinyinPattern } from '../../tree/pinyin.ts'
import { maskNames } from '../settings/settings.ts'
import { type AdminScope, peopleScope } from './admin-scope.ts'
import {
  type DepartmentPath,
  type DepartmentRow,
  departmentPathsById,
  departments,
  departmentsById,
} from './department-store.ts'

/** People and departments as everybody finds them. Who cannot sign in is not found. */

interface PersonHit {
  readonly id: string
  readonly accountName: string
  readonly realName: string
  readonly departmentId: string | null
  readonly atRest?: boolean
}

export async function findUsers(
  ctx: Context,
  actor: Actor,
  { keyword = '', departmentId, instanceId, limit = LIMITS.searchMax }: Input<typeof searchUsers>,
): Promise<{ list: FoundUser[]; truncated: boolean }> {
  if (departmentId !== undefined && !isId(departmentId)) return { list: [], truncated: false }
  const places = instanceId === undefined ? [] : await managedFolders(ctx.db.reader, actor, instanceId)
  const query = { keyword: keyword.trim(), departmentId: departmentId ?? null, places, limit: limit + 1 }
  const rows = await findPeople(ctx.db.reader, query, ctx.now())
  return {
    list: await presentUsers(ctx.db.reader, actor, rows.slice(0, limit)),
    truncated: rows.length > limit,
  }
}

/** An item and what is above it, as far as the actor may know of it. */
async function managedFolders(db: Reader, actor: Actor, instanceId: string): Promise<string[]> {
  const item = await resolve(db, actor, instanceId)
  requirePermission({ permissions: permissionsIgnoringDissolution(actor, item) }, 'members')
  return item.visiblePath.map(({ id }) => id)
}

async function presentUsers(db: Reader, actor: Actor, rows: readonly PersonHit[]): Promise<FoundUser[]> {
  const paths = await departmentPathsById(
    db,
    rows.map((row) => row.departmentId),
  )
  const among = new Set([...rows.map((row) => row.id), ...[...paths.values()].flatMap(({ ids }) => ids)])
  const [mask, known] = await Promise.all([maskNames(db), acquaintances(db, actor, [...among])])
  const isPlain = (row: PersonHit, way: DepartmentPath | undefined) =>
    mask === 'off' || (mask === 'everybody' ? isOwn(known, row) : isAcquainted(known, row, way))
  return rows.map((row) => {
    const way = paths.get(row.departmentId ?? '')
    // An account would tell the name that is masked.
    const shownAs = isPlain(row, way) ? (name: string) => name : maskName
    return {
      userId: row.id,
      userName: shownAs(row.accountName),
      userRealName: shownAs(row.realName),
      departmentId: row.departmentId,
      departmentPath: way?.names ?? [],
      ...(row.atRest && { atRest: true }),
    }
  })
}

interface UserQuery {
  readonly keyword: string
  readonly departmentId: string | null
  /** Who has an entry there is found in any case. */
  readonly places: readonly string[]
  readonly limit: number
}

/** Those whose names or account begin with it first. */
async function findPeople(
  db: Reader,
  { keyword, departmentId, places, limit }: UserQuery,
  now: Date,
): Promise<PersonHit[]> {
  const { rows } = await sql<PersonHit>`
    select ${columns}, not (${maySignIn(now)}) as "atRest" from person p
    where (${maySignIn(now)} or (p.status <> 'removed' and exists (
        select from file_grant g where g.file_id = any(${places}::uuid[]) and g.principal_id = p.id
          and (g.expires_at is null or g.expires_at > ${now}))))
      and (${departmentId}::uuid is null or p.department_id = ${departmentId}::uuid)
      and (${keyword} = '' or strpos(p.find_key, ${foldKeyword(keyword)}) > 0
        or p.pinyin like ${pinyinPattern(keyword)})
    order by ${keyword} <> '' and strpos(chr(10) || p.find_key, chr(10) || ${foldKeyword(keyword)}) = 0,
      p.real_name collate name_order, p.id
    limit ${limit}`.execute(db)
  return rows
}

const columns = sql`p.id, p.account_name as "accountName", p.real_name as "realName", p.department_id as "departmentId"`
const maySignIn = (now: Date) =>
  sql`p.status = 'active' and (p.valid_until is null or p.valid_until > ${now})`

/** Those that were found before, as they are now: whoever is gone, or may not be known any more, is left out. */
export async function searchRecipients(
  ctx: Context,
  actor: Actor,
  { principals }: Input<typeof queryRecipients>,
): Promise<Reply<typeof queryRecipients>> {
  const db = ctx.db.reader
  const of = (type: (typeof principals)[number]['principalType']) =>
    principals.flatMap((one) =>
      one.principalType === type && isId(one.principalId) ? [one.principalId.toLowerCase()] : [],
    )
  const groups = of('group').filter((id) => actor.principals.includes(id))
  const [people, found, shown] = await Promise.all([
    sql<PersonHit>`
      select ${columns} from person p where ${maySignIn(ctx.now())} and p.id = any(${of('user')}::uuid[])`.execute(
      db,
    ),
    departmentsById(db, { ids: of('department'), scope: null }),
    presentPrincipals(
      db,
      groups.map((principalId) => ({ principalType: 'group', principalId })),
    ),
  ])
  return {
    users: await presentUsers(db, actor, people.rows),
    departments: found.map(toFoundDepartment),
    groups: [...shown.values()],
  }
}

/** Real names of people as the actor may read them, by their ids. */
export async function namesVisibleTo(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const shown = await presentUsers(db, actor, await byId(db, ids))
  return new Map(shown.map(({ userId, userRealName }) => [userId, userRealName]))
}

async function byId(db: Reader, ids: readonly string[]): Promise<PersonHit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonHit>`
    select ${columns} from person p where p.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** People among these by the names that the actor may read. */
export async function maskPrincipals(
  db: Reader,
  actor: Actor,
  principals: readonly ShownPrincipal[],
): Promise<ShownPrincipal[]> {
  const ids = principals.flatMap((one) => (one.principalType === 'user' ? [one.principalId] : []))
  if (ids.length === 0) return [...principals]
  const known = new Map(
    (await presentUsers(db, actor, await byId(db, ids))).map((user) => [user.userId, user]),
  )
  return principals.map((one) => {
    const user = known.get(one.principalId)
    return user ? { ...one, name: user.userRealName, detail: user.userName } : one
  })
}

/** Whom one knows: oneself, who shares a department with one or is above or below, who shares a group. */
interface Acquaintances {
  readonly actor: Actor
  /** One's department with those above. */
  readonly above: ReadonlySet<string>
  /** Of the people and departments in question, those that are in one's groups. */
  readonly members: ReadonlySet<string>
  /** One's own department: who is below it is known. */
  readonly own: string | undefined
  /** People that one administers. */
  readonly scope: AdminScope
}

/** @param among people and departments in question: one's groups may have very many others. */
async function acquaintances(db: Reader, actor: Actor, among: readonly string[]): Promise<Acquaintances> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.principal_id as id from space s
    join file_grant g on g.file_id = s.root_id and g.source = 'member' and g.principal_id = any(${among}::uuid[])
    where s.id = any(${actor.principals}::uuid[])`.execute(db)
  const own = await db
    .selectFrom('person')
    .select('department_id as id')
    .where('id', '=', actor.personId)
    .executeTakeFirst()
  return {
    actor,
    above: new Set(actor.principals),
    members: new Set(rows.map(({ id }) => id)),
    own: own?.id ?? undefined,
    scope: peopleScope(actor, 'read'),
  }
}

/** Oneself, and people that one administers. */
const isOwn = ({ actor, scope }: Acquaintances, person: PersonHit): boolean =>
  person.id === actor.personId || isInScope(scope, person.departmentId)

function isAcquainted(known: Acquaintances, person: PersonHit, way: DepartmentPath | undefined): boolean {
  const { above, members, own } = known
  if (isOwn(known, person) || members.has(person.id)) return true
  if (person.departmentId !== null && above.has(person.departmentId)) return true
  return way?.ids.some((id) => id === own || members.has(id)) ?? false
}

export async function findDepartments(
  ctx: Context,
  { keyword = '', parentId, limit = LIMITS.subDepartmentsMax }: Input<typeof searchDepartments>,
): Promise<{ list: FoundDepartment[]; truncated: boolean }> {
  const folded = nameKey(keyword.trim())
  const parent = folded !== '' || parentId === '0' ? undefined : parentId
  if (parent !== undefined && !isId(parent)) return { list: [], truncated: false }
  const rows = await departments(ctx.db.reader, {
    scope: null,
    parentId: parent ?? null,
    keyword: folded,
    sound: pinyinPattern(folded),
    anywhere: folded !== '',
    limit: limit + 1,
  })
  return { list: rows.slice(0, limit).map(toFoundDepartment), truncated: rows.length > limit }
}

const toFoundDepartment = (row: DepartmentRow): FoundDepartment => ({
  departmentId: row.id,
  departmentName: row.name,
  parentId: row.parentId,
  departmentPath: row.path,
  memberCount: row.people,
  isParent: row.isParent,
})
