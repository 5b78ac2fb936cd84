import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import { batchesOf, type Reader, type Tx } from '../../../db/database.ts'
import { UNPREPARED } from '../../../db/pool.ts'
import type { GroupRow } from './present.ts'
import { isThere } from './user-store.ts'

/** SQL of the groups of a SCIM directory. */

const columns = sql`
  g.id, g.name, g.external_id as "externalId", g.version, g.created_at as "createdAt", g.changed_at as "changedAt"`

export async function groupById(
  db: Reader,
  directoryId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${columns} from scim_group g where g.directory_id = ${directoryId} and g.id = ${id}
    ${lock ? sql`for update of g` : sql``}`.execute(db)
  return rows[0]
}

export interface GroupPage {
  readonly where: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
  readonly limit: number
  readonly offset: number
  /** Undefined: members are not read. */
  readonly membersMax: number | undefined
}

/** Fewer where they have very many members together, the first one always. */
export async function pageGroups(
  db: Reader,
  directoryId: string,
  { where, order, limit, offset, membersMax }: GroupPage,
): Promise<{ rows: GroupRow[]; total: number }> {
  const from = sql`from scim_group g where g.directory_id = ${directoryId} and ${where}`
  const size = sql`(select count(*) from scim_group_member m where m.group_id = g.id)`
  const [page, total] = await Promise.all([
    limit === 0
      ? { rows: [] }
      : sql<GroupRow & { size: number }>`
        ${sql.raw(UNPREPARED)} select ${columns}, ${membersMax === undefined ? sql`0` : size} as size
        ${from} order by ${order}, g.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`${sql.raw(UNPREPARED)} select count(*) as n ${from}`.execute(db),
  ])
  const rows: GroupRow[] = []
  let members = 0
  for (const { size: own, ...row } of page.rows) {
    members += Number(own)
    if (rows.length > 0 && members > (membersMax ?? Number.POSITIVE_INFINITY)) break
    rows.push(row)
  }
  return { rows, total: Number(total.rows[0]?.n ?? 0) }
}

export async function membersOf(
  db: Reader,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await sql<{ groupId: string; id: string; name: string }>`
    select m.group_id as "groupId", m.user_id as id, u.user_name as name
    from scim_group_member m join scim_user u on u.directory_id = m.directory_id and u.id = m.user_id
    where m.group_id = any(${groupIds}::uuid[]) order by m.group_id, m.user_id`.execute(db)
  return Map.groupBy(rows, ({ groupId }) => groupId)
}

export interface GroupValues {
  readonly name: string
  readonly externalId: string | null
}

/** Throws where another one has the name. */
export async function saveGroup(
  tx: Tx,
  directoryId: string,
  id: string,
  { name, externalId }: GroupValues,
  now: Date,
): Promise<void> {
  const set = { external_id: externalId, name, name_key: nameKey(name), changed_at: now }
  await tx
    .insertInto('scim_group')
    .values({ directory_id: directoryId, id, ...set, created_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ ...set, version: eb('scim_group.version', '+', 1) })),
    )
    .execute()
}

export async function deleteGroup(tx: Tx, id: string): Promise<string[]> {
  const members = await removeMembers(tx, id, undefined)
  await tx.deleteFrom('scim_group').where('id', '=', id).execute()
  return members
}

/** Answers who was not in it before. */
export async function addMembers(
  tx: Tx,
  { directoryId, id }: { readonly directoryId: string; readonly id: string },
  userIds: readonly string[],
): Promise<string[]> {
  const added: string[] = []
  for (const batch of batchesOf(userIds)) {
    const { rows } = await sql<{ id: string }>`
      insert into scim_group_member (group_id, directory_id, user_id)
      select ${id}, ${directoryId}, u from unnest(${batch}::uuid[]) u on conflict do nothing returning user_id as id`.execute(
      tx,
    )
    added.push(...rows.map((row) => row.id))
  }
  return added
}

/** Undefined: all. Answers who was in it. */
export async function removeMembers(
  tx: Tx,
  id: string,
  userIds: readonly string[] | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from scim_group_member where group_id = ${id}
      ${userIds ? sql`and user_id = any(${userIds}::uuid[])` : sql``} returning user_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/** The first of them that is no user of the directory. */
export async function strangerAmong(
  tx: Tx,
  directoryId: string,
  userIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select w::text as id from unnest(${userIds}::uuid[]) w
    where not exists (select from scim_user u where u.directory_id = ${directoryId} and u.id = w and ${isThere}) limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}

/** Their roles have to be applied again. */
export async function setPending(
  tx: Tx,
  directoryId: string,
  userIds: readonly string[] | 'all',
): Promise<void> {
  await sql`
    update scim_user set pending = true where directory_id = ${directoryId} and deleted_at is null
      ${userIds === 'all' ? sql`` : sql`and id = any(${userIds}::uuid[])`}`.execute(tx)
}

/** The next ones, whoever's they are; undefined where nobody waits. */
export async function nextPending(
  db: Reader,
  limit: number,
): Promise<{ directoryId: string; ids: string[] } | undefined> {
  const { rows } = await sql<{ directoryId: string; id: string }>`
    select directory_id as "directoryId", id from scim_user where pending order by directory_id, id limit ${limit}`.execute(
    db,
  )
  const directoryId = rows[0]?.directoryId
  if (directoryId === undefined) return undefined
  return { directoryId, ids: rows.filter((row) => row.directoryId === directoryId).map(({ id }) => id) }
}

export async function clearPending(tx: Tx, directoryId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update scim_user set pending = false where directory_id = ${directoryId} and id = any(${ids}::uuid[]) and pending
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
