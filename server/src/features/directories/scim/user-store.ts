import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../../db/database.ts'
import { UNPREPARED } from '../../../db/pool.ts'
import type { UserResource } from './user-resource.ts'

/** SQL of the users of a SCIM directory. */

export interface UserRow {
  readonly id: string
  readonly user: UserResource
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
  readonly deleted: boolean
}

interface RawRow {
  readonly id: string
  readonly userName: string
  readonly externalId: string | null
  readonly active: boolean
  readonly resource: Partial<UserResource>
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
  readonly deleted: boolean
}

/** Whose account an administrator has removed is gone as well. */
const removedHere = sql<boolean>`exists (
  select from directory_person m join person p on p.id = m.person_id
  where m.directory_id = u.directory_id and m.external_id = u.id::text and p.status = 'removed')`
export const isThere = sql<boolean>`u.deleted_at is null and not ${removedHere}`
const columns = sql`
  u.id, u.user_name as "userName", u.external_id as "externalId", u.active, u.resource, u.version,
  u.created_at as "createdAt", u.changed_at as "changedAt", u.deleted_at is not null or ${removedHere} as deleted`

const toRow = ({ userName, externalId, active, resource, ...row }: RawRow): UserRow => ({
  ...row,
  user: { ...resource, userName, active, ...(externalId !== null && { externalId }) },
})

export async function userById(
  db: Reader,
  directoryId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<UserRow | undefined> {
  const { rows } = await sql<RawRow>`
    select ${columns} from scim_user u where u.directory_id = ${directoryId} and u.id = ${id} and ${isThere}
    ${lock ? sql`for update of u` : sql``}`.execute(db)
  return rows.map(toRow)[0]
}

/** Who may be meant by a new user: the one of the name, and those of the client’s id; also who was deleted. */
export async function usersLike(
  tx: Tx,
  directoryId: string,
  { userName, externalId }: UserResource,
): Promise<UserRow[]> {
  const { rows } = await sql<RawRow>`
    select ${columns} from scim_user u
    where u.directory_id = ${directoryId} and (u.user_key = ${nameKey(userName)} or u.external_id = ${externalId ?? null})
    order by u.changed_at desc, u.id for update of u`.execute(tx)
  return rows.map(toRow)
}

export interface UserPage {
  readonly where: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
  readonly limit: number
  readonly offset: number
}

export async function pageUsers(
  db: Reader,
  directoryId: string,
  { where, order, limit, offset }: UserPage,
): Promise<{ rows: UserRow[]; total: number }> {
  const from = sql`from scim_user u where u.directory_id = ${directoryId} and ${isThere} and ${where}`
  const [page, total] = await Promise.all([
    limit === 0
      ? { rows: [] }
      : sql<RawRow>`
        ${sql.raw(UNPREPARED)} select ${columns} ${from} order by ${order}, u.id limit ${limit} offset ${offset}`.execute(
          db,
        ),
    sql<{ n: number }>`${sql.raw(UNPREPARED)} select count(*) as n ${from}`.execute(db),
  ])
  return { rows: page.rows.map(toRow), total: Number(total.rows[0]?.n ?? 0) }
}

export async function saveUser(
  tx: Tx,
  directoryId: string,
  id: string,
  { userName, externalId, active, ...resource }: UserResource,
  now: Date,
): Promise<void> {
  const set = {
    external_id: externalId ?? null,
    user_name: userName,
    user_key: nameKey(userName),
    active,
    resource: JSON.stringify(resource),
    changed_at: now,
    deleted_at: null,
    pending: false,
  }
  await tx
    .insertInto('scim_user')
    .values({ directory_id: directoryId, id, ...set, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['directory_id', 'id']).doUpdateSet((eb) => ({
        ...set,
        version: eb('scim_user.version', '+', 1),
        ...(active && { departed_at: null }),
      })),
    )
    .execute()
}

export async function deleteUser(tx: Tx, directoryId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('scim_user')
    .set((eb) => ({ deleted_at: now, changed_at: now, pending: false, version: eb('version', '+', 1) }))
    .where('directory_id', '=', directoryId)
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('scim_group_member')
    .where('directory_id', '=', directoryId)
    .where('user_id', '=', id)
    .execute()
}

/** Ids of the groups that each of them is in, by the user’s id. */
export async function groupsOf(
  db: Reader,
  directoryId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ userId: string; id: string; name: string }>`
    select m.user_id as "userId", g.id, g.name from scim_group_member m join scim_group g on g.id = m.group_id
    where m.directory_id = ${directoryId} and m.user_id = any(${ids}::uuid[]) order by g.name_key, g.id`.execute(
    db,
  )
  return Map.groupBy(rows, ({ userId }) => userId)
}

export async function usersById(tx: Tx, directoryId: string, ids: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<RawRow>`
    select ${columns} from scim_user u
    where u.directory_id = ${directoryId} and u.id = any(${ids}::uuid[]) and ${isThere} order by u.id`.execute(
    tx,
  )
  return rows.map(toRow)
}

export async function countUsers(
  db: Reader,
  directoryId: string,
): Promise<{ users: number; active: number }> {
  const { rows } = await sql<{ users: number; active: number }>`
    select count(*)::int as users, (count(*) filter (where u.active))::int as active
    from scim_user u where u.directory_id = ${directoryId} and ${isThere}`.execute(db)
  return rows[0] ?? { users: 0, active: 0 }
}
