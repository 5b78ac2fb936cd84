import { nameKey } from '@clouddisk/contract/names'
import { STRENGTH } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'
import { pinyinOf, pinyinPattern } from '../../tree/pinyin.ts'

/** SQL of groups; no rules here. */

export interface GroupRow {
  readonly id: string
  readonly rootId: string
  readonly name: string
  readonly description: string
  readonly used: number
  readonly reserved: number
  readonly total: number
  readonly ownerId: string
  readonly ownerName: string
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly isLibrary: boolean
  readonly synced: boolean
  readonly dissolveAt: Date | null
  readonly createdAt: Date
  /** Of the one who looks: strongest role by its place in STRENGTH; null where it is no member. */
  readonly rank: number | null
  /** A department has the one who looks in it, beside a row of its own or not. */
  readonly byDepartment: boolean
  readonly hidden: boolean
}

/** Whose groups are looked at. */
export interface GroupViewer {
  readonly personId: string
  readonly principals: readonly string[]
}

/** What gives a looker anything in a group: a role there, or a department's group by an advanced role. */
export interface GrantFilter {
  readonly roles: readonly string[]
  readonly departments: readonly string[]
}

const ranks = (looker: GroupViewer) => sql`
  select s.id, min(array_position(${STRENGTH}::text[], m.role)) - 1 as rank,
    bool_or(m.principal_type = 'department') as by_department
  from file_grant m join space s on s.root_id = m.file_id
  where m.principal_id = any(${looker.principals}::uuid[]) and m.source = 'member'`

const COLUMNS: RawBuilder<unknown> = sql`
  g.id, s.root_id as "rootId", g.name, g.description, s.used, s.reserved, s.total, g.owner_id as "ownerId",
  o.real_name as "ownerName", s.department_id as "departmentId", d.name as "departmentName", g.is_library as "isLibrary", g.synced,
  g.dissolve_at as "dissolveAt", g.created_at as "createdAt", mine.rank,
  coalesce(mine.by_department, false) as "byDepartment", h.group_id is not null as hidden`

const joins = (looker: GroupViewer) => sql`
  join space s on s.id = g.id
  join person o on o.id = g.owner_id
  left join department d on d.id = s.department_id
  left join group_hidden h on h.group_id = g.id and h.person_id = ${looker.personId}`

/** One group as somebody sees it, whether it is a member or not. */
export async function visibleGroup(
  db: Reader,
  looker: GroupViewer,
  groupId: string,
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    with mine as (${ranks(looker)} and s.id = ${groupId} group by s.id)
    select ${COLUMNS} from "group" g ${joins(looker)} left join mine on mine.id = g.id
    where g.id = ${groupId}`.execute(db)
  return rows[0]
}

export type OrderBy = 'groupName' | 'createTime'
const ID = ['g.id', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeysetColumn[]> = {
  groupName: [['g.name', 'text'], ID],
  createTime: [['g.created_at', 'timestamptz'], ID],
}

/** By what a group is found again in an order. */
export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(KEY_COLUMNS[by], key)

export const keyOf = (row: GroupRow, by: OrderBy): KeysetKey =>
  by === 'groupName' ? [row.name, row.id] : [row.createdAt.toISOString(), row.id]

/** Which of the looker's groups are asked for. */
export interface Filter {
  /** A name's key that all contain; '' for all. */
  readonly keyword: string
  readonly show: 'shown' | 'hidden' | 'all'
  /** Places in STRENGTH, from and to; all where it is not given. */
  readonly ranks: readonly [number, number] | undefined
  /** Groups that give the looker nothing are not there; those about to be dissolved are asked otherwise. */
  readonly giving: { readonly usual: GrantFilter; readonly dissolving: GrantFilter }
}

const groupsWhere = ({ keyword, show, ranks: between }: Filter): RawBuilder<unknown> => sql`
  not g.is_library and ${keyword === '' ? sql`true` : sql`(strpos(g.name_key, ${keyword}) > 0 or g.pinyin like ${pinyinPattern(keyword)})`}
  ${show === 'all' ? sql`` : show === 'hidden' ? sql`and h.group_id is not null` : sql`and h.group_id is null`}
  ${between ? sql`and mine.rank between ${between[0]} and ${between[1]}` : sql``}`

const grantsWhere = ({ roles, departments }: GrantFilter) => sql`
  (bool_or(m.role = any(${roles}::text[])) or s.department_id = any(${departments}::uuid[]))`

const viewerGroups = (looker: GroupViewer, { giving }: Filter) => sql`
  mine as (
    ${ranks(looker)} group by s.id
    having case when s.read_only then ${grantsWhere(giving.dissolving)} else ${grantsWhere(giving.usual)} end
  )`

export async function pageGroups(
  db: Reader,
  looker: GroupViewer,
  filter: Filter,
  { orderBy: by, descending: down, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<GroupRow[]> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`and ${afterKey(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<GroupRow>`
    with ${viewerGroups(looker, filter)}
    select ${COLUMNS} from mine join "group" g on g.id = mine.id ${joins(looker)}
    where ${groupsWhere(filter)} ${behind}
    order by ${orderByColumns(columns, down)} limit ${pageSize} ${skip}`.execute(db)
  return rows
}

/** How many groups fit, and how many the looker has hidden. A person is in few groups, so they are counted. */
export async function countGroups(
  db: Reader,
  looker: GroupViewer,
  filter: Filter,
): Promise<{ total: number; hidden: number }> {
  const { rows } = await sql<{ total: number; hidden: number }>`
    with ${viewerGroups(looker, filter)}
    select count(*) filter (where ${groupsWhere(filter)})::int as total,
      count(*) filter (where h.group_id is not null)::int as hidden
    from mine join "group" g on g.id = mine.id
    left join group_hidden h on h.group_id = g.id and h.person_id = ${looker.personId}`.execute(db)
  return rows[0] ?? { total: 0, hidden: 0 }
}

const MEMBER_PREVIEW_COUNT = 4

/** The first few people of each group, by its root. */
export async function memberPreviews(
  db: Reader,
  rootIds: readonly string[],
): Promise<Map<string, { userId: string; userRealName: string }[]>> {
  if (rootIds.length === 0) return new Map()
  const { rows } = await sql<{ rootId: string; userId: string; userRealName: string }>`
    select r.id as "rootId", f.id as "userId", f.real_name as "userRealName"
    from unnest(${rootIds}::uuid[]) as r(id) cross join lateral (
      select p.id, p.real_name, m.created_at from file_grant m join person p on p.id = m.principal_id
      where m.file_id = r.id and m.source = 'member' and m.principal_type = 'person'
      order by m.created_at, m.principal_id limit ${sql.lit(MEMBER_PREVIEW_COUNT)}
    ) f order by r.id, f.created_at, f.id`.execute(db)
  return Map.groupBy(rows, (row) => row.rootId) as Map<string, { userId: string; userRealName: string }[]>
}

export async function setHidden(tx: Tx, personId: string, groupId: string, hidden: boolean): Promise<void> {
  if (hidden)
    await tx
      .insertInto('group_hidden')
      .values({ person_id: personId, group_id: groupId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('group_hidden')
      .where('person_id', '=', personId)
      .where('group_id', '=', groupId)
      .execute()
}

/** What is asked of a group before it changes hands or goes. */
export async function groupForHandover(db: Reader, groupId: string) {
  return db
    .selectFrom('group as g')
    .innerJoin('space as s', 's.id', 'g.id')
    .select([
      'g.id',
      'g.name',
      'g.owner_id as ownerId',
      'g.synced',
      'g.is_library as isLibrary',
      'g.dissolve_at as dissolveAt',
      's.root_id as rootId',
      's.total',
      's.used',
      's.reserved',
      's.department_id as departmentId',
    ])
    .where('g.id', '=', groupId)
    .$narrowType<{ total: number }>()
    .executeTakeFirst()
}

export async function setOwner(tx: Tx, groupId: string, ownerId: string): Promise<void> {
  await tx.updateTable('group').set({ owner_id: ownerId }).where('id', '=', groupId).execute()
}

/** A group's name is its root folder's too. */
export async function setGroup(
  tx: Tx,
  { id, rootId }: Pick<GroupRow, 'id' | 'rootId'>,
  { name, description }: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (description !== undefined)
    await tx.updateTable('group').set({ description }).where('id', '=', id).execute()
  if (name === undefined) return
  const named = { name, name_key: nameKey(name), pinyin: pinyinOf(name) }
  await tx.updateTable('group').set(named).where('id', '=', id).execute()
  await tx.updateTable('file').set(named).where('id', '=', rootId).execute()
}

export async function setDissolving(tx: Tx, groupId: string, dissolveAt: Date | null): Promise<void> {
  await tx.updateTable('group').set({ dissolve_at: dissolveAt }).where('id', '=', groupId).execute()
  await tx
    .updateTable('space')
    .set({ read_only: dissolveAt !== null })
    .where('id', '=', groupId)
    .execute()
}

/** Groups whose time is over. */
export async function dissolvedGroups(db: Reader, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('group')
    .select('id')
    .where('dissolve_at', '<=', now)
    .orderBy('dissolve_at')
    .execute()
  return rows.map((row) => row.id)
}

/** Takes all access to a group's files away; whose it was. */
export async function deleteGroupAccess(
  tx: Tx,
  { id, rootId }: Pick<GroupRow, 'id' | 'rootId'>,
): Promise<string[]> {
  await sql`
    delete from file_grant g using file f
    where g.source = 'entry' and f.id = g.file_id and f.space_id = ${id}`.execute(tx)
  const rows = await tx
    .deleteFrom('file_grant')
    .where('file_id', '=', rootId)
    .returning('principal_id as id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether nothing is left in a group but its root. */
export async function isEmptied(
  db: Reader,
  { id, rootId }: Pick<GroupRow, 'id' | 'rootId'>,
): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select s.used = 0 and s.reserved = 0 and s.trash_entries = 0
      and not exists (select from file f where f.parent_id = ${rootId}) as empty
    from space s where s.id = ${id}`.execute(db)
  return rows[0]?.empty ?? false
}

/** The group's row; its space stays for what is in the bin. */
export async function deleteGroup(tx: Tx, groupId: string): Promise<void> {
  await tx.deleteFrom('group').where('id', '=', groupId).execute()
  await tx.updateTable('space').set({ read_only: false }).where('id', '=', groupId).execute()
}

const ORPHANED_SPACES: RawBuilder<unknown> = sql`
  s.kind = 'group' and not exists (select from "group" g where g.id = s.id)
  and not exists (select from trash t where t.space_id = s.id)
  and not exists (select from upload u where u.space_id = s.id)`

/** Spaces of groups that are gone, with nothing in any bin. */
export async function orphanedSpaces(db: Reader): Promise<{ id: string; rootId: string }[]> {
  const { rows } = await sql<{ id: string; rootId: string }>`
    select s.id, s.root_id as "rootId" from space s where ${ORPHANED_SPACES}`.execute(db)
  return rows
}

/** False where something is in it after all. */
export async function deleteSpace(tx: Tx, { id, rootId }: { id: string; rootId: string }): Promise<boolean> {
  const { rows } = await sql`
    delete from space s where s.id = ${id} and ${ORPHANED_SPACES}
      and not exists (select from file f where f.space_id = s.id and f.id <> s.root_id)
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await tx.deleteFrom('file').where('id', '=', rootId).execute()
  return true
}
