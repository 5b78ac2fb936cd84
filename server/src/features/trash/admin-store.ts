import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'

/** SQL for the administrators' trash. */

export interface AdminTrashEntry {
  readonly id: string
  readonly fileId: string
  readonly spaceId: string
  readonly rootId: string
  readonly parentId: string
  readonly originalPath: readonly { id: string; name: string }[]
  readonly name: string
  readonly size: number
  readonly isFolder: boolean
  readonly ext: string
  readonly files: number
  /** Its own classification. */
  readonly level: number | null
  readonly kind: 'person' | 'group'
  /** Id of the person or the group. */
  readonly ownerId: string
  readonly ownerName: string
  readonly ownerExists: boolean
  /** The group is being dissolved and accepts nothing. */
  readonly dissolving: boolean
  /** Number of files and folders, itself included. */
  readonly rows: number
  /** The person, or the owner of the group; null for a department's group and a deleted group. */
  readonly personId: string | null
  readonly departmentId: string | null
  readonly deletedBy: string
  readonly deletedAt: Date
  readonly expiresAt: Date
}

/** Without items being purged. The name of a dissolved group is still the name of its root. */
const ENTRIES: RawBuilder<unknown> = sql`
  select t.id, t.file_id as "fileId", t.space_id as "spaceId", s.root_id as "rootId", t.parent_id as "parentId", t.original_path as "originalPath",
    t.name, t.size, f.is_folder as "isFolder", f.ext, f.total_files as files, f.classification as level, s.kind,
    coalesce(s.person_id, s.id) as "ownerId", coalesce(p.real_name, g.name, r.name) as "ownerName",
    coalesce(p.status <> 'removed', g.id is not null) as "ownerExists",
    g.dissolve_at is not null as dissolving, f.total_files + f.total_folders + f.is_folder::int as rows,
    case when s.department_id is null then coalesce(s.person_id, g.owner_id) end as "personId",
    coalesce(s.department_id, p.department_id, o.department_id) as "departmentId",
    d.real_name as "deletedBy", t.deleted_at as "deletedAt", t.expires_at as "expiresAt"
  from trash t join file f on f.id = t.file_id join space s on s.id = t.space_id join file r on r.id = s.root_id
  join person d on d.id = t.deleted_by
  left join person p on p.id = s.person_id left join "group" g on g.id = s.id left join person o on o.id = g.owner_id
  where t.stage = 'administrators' and not exists (select from purge where top_id = t.file_id)`

export interface AdminTrashFilter {
  /** Department ids; null for all. */
  readonly scope: readonly string[] | null
  readonly ownerId: string | undefined
  readonly kind: 'person' | 'group' | undefined
  /** ISO timestamps: deleted from (inclusive) and before (exclusive). */
  readonly start: string | undefined
  readonly end: string | undefined
  readonly keyword: string
}

/** All entries of these departments, or of all if `scope` is null. */
export const unfiltered = (scope: AdminTrashFilter['scope']): AdminTrashFilter => ({
  scope,
  ownerId: undefined,
  kind: undefined,
  start: undefined,
  end: undefined,
  keyword: '',
})

const matching = ({
  scope,
  ownerId,
  kind,
  start,
  end,
  keyword,
}: AdminTrashFilter): RawBuilder<unknown> => sql`
  ${scope === null ? sql`` : sql`and coalesce(s.department_id, p.department_id, o.department_id) = any(${scope}::uuid[])`}
  ${ownerId === undefined ? sql`` : sql`and coalesce(s.person_id, s.id) = ${ownerId}`}
  ${kind === undefined ? sql`` : sql`and s.kind = ${kind}`}
  ${start === undefined ? sql`` : sql`and t.deleted_at >= ${start}::timestamptz`}
  ${end === undefined ? sql`` : sql`and t.deleted_at < ${end}::timestamptz`}
  ${keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`}`

export type OrderBy = 'instanceName' | 'fileSize' | 'deleteTime' | 'expireTime'
const ID = ['t.id', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeysetColumn[]> = {
  instanceName: [['t.name', 'text'], ID],
  fileSize: [['t.size', 'bigint'], ID],
  deleteTime: [['t.deleted_at', 'timestamptz'], ID],
  expireTime: [['t.expires_at', 'timestamptz'], ID],
}

/** Whether a cursor key fits the sort order. */
export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(KEY_COLUMNS[by], key)

export function keyOf(row: AdminTrashEntry, by: OrderBy): KeysetKey {
  const keys: Record<OrderBy, KeysetKey> = {
    instanceName: [row.name, row.id],
    fileSize: [row.size, row.id],
    deleteTime: [row.deletedAt.toISOString(), row.id],
    expireTime: [row.expiresAt.toISOString(), row.id],
  }
  return keys[by]
}

export async function pageAdminTrash(
  db: Reader,
  filter: AdminTrashFilter,
  { orderBy: by, descending: down, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<AdminTrashEntry[]> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`and ${afterKey(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<AdminTrashEntry>`
    ${ENTRIES} ${matching(filter)} ${behind} order by ${orderByColumns(columns, down)} limit ${pageSize} ${skip}`.execute(
    db,
  )
  return rows
}

/** Counted up to `most`: nobody pages further. */
export async function sumAdminTrash(
  db: Reader,
  filter: AdminTrashFilter,
  most: number,
): Promise<{ total: number; size: number }> {
  const { rows } = await sql<{ total: number; size: number }>`
    select count(*) as total, coalesce(sum(size), 0)::bigint as size
    from (${ENTRIES} ${matching(filter)} limit ${most + 1}) counted`.execute(db)
  return rows[0] ?? { total: 0, size: 0 }
}

export async function adminTrashEntries(
  db: Reader,
  scope: readonly string[] | null,
  ids: readonly string[],
): Promise<Map<string, AdminTrashEntry>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<AdminTrashEntry>`
    ${ENTRIES} ${matching(unfiltered(scope))} and t.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks entries against concurrent purges and restores. */
export async function lockTrashEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from trash where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
}
