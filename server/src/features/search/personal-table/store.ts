import type { TableColumn } from '@clouddisk/contract/personal-table'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../db/database.ts'
import { UNPREPARED } from '../../../db/pool.ts'
import { type FileFilter, filtersOf } from '../store.ts'

/**
 * SQL for the files of one space in one list. Sorted by name, time or size, a page is read from an index as far as it goes. What
 * lies in the recycle bin is left out by its folders, which are walked: there are few of them.
 */

export interface TableQuery {
  readonly spaceId: string
  readonly rootId: string
  readonly filter: Omit<FileFilter, 'rank' | 'grams' | 'ownerId'>
  /** Folders too, before the files. */
  readonly folders: boolean
  /** Only what this person created. */
  readonly createdBy: string | undefined
  readonly by: TableColumn
  readonly descending: boolean
}

/** Folders that are in no folder: in the recycle bin, or being built or purged; and all below them. */
const detachedFolders = ({ spaceId, rootId }: TableQuery) => sql`detached as (
    select id from file where space_id = ${spaceId}::uuid and parent_id is null and is_folder and id <> ${rootId}::uuid
    union all
    select child.id from detached cross join lateral (
      select id from file where parent_id = detached.id and rank = 0 offset 0
    ) child
  )`

/** Each folder with the names on the way to it. */
const folderPaths = ({ rootId }: TableQuery) => sql`places as (
    select ${rootId}::uuid as id, '' collate name_order as path
    union all
    select child.id, places.path || '/' || child.name from places cross join lateral (
      select id, name from file where parent_id = places.id and rank = 0 offset 0
    ) child
  )`

/** Another text for each filter, which is planned with its values. */
const selectFrom = (query: TableQuery, what: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.raw(UNPREPARED)}
  with recursive ${detachedFolders(query)}${query.by === 'instancePath' ? sql`, ${folderPaths(query)}` : sql``}
  select ${what} from file f ${JOINS[query.by] ?? sql``}
  where f.space_id = ${query.spaceId}::uuid and f.parent_id is not null
    and f.parent_id not in (select id from detached)
    ${query.folders ? sql`` : sql`and f.rank = 1`} and ${query.filter.match} ${filtersOf({ ...query.filter, ownerId: undefined })}
    ${query.createdBy === undefined ? sql`` : sql`and f.created_by = ${query.createdBy}::uuid`}`

const JOINS: Partial<Record<TableColumn, RawBuilder<unknown>>> = {
  instancePath: sql`join places on places.id = f.parent_id`,
  createUser: sql`join person c on c.id = f.created_by`,
}

/** How many versions a file has; only one with a later number can have more than the current one. */
const VERSIONS = sql`case when f.version_no > 1
  then (select count(*) from file_version v where v.file_id = f.id) else f.rank end`

const ORDERS: Record<TableColumn, readonly RawBuilder<unknown>[]> = {
  instanceName: [sql`f.name`],
  fileType: [sql`f.ext`, sql`f.name`],
  fileSize: [sql`f.size`],
  instancePath: [sql`places.path`, sql`f.name`],
  labels: [sql`array_to_string(f.labels, ', ') collate name_order`, sql`f.name`],
  remark: [sql`f.remark collate name_order`, sql`f.name`],
  updateTime: [sql`f.updated_at`],
  createTime: [sql`f.created_at`],
  createUser: [sql`c.real_name collate name_order`, sql`f.name`],
  versionCount: [VERSIONS, sql`f.name`],
}

function orderOf({ by, descending, folders }: TableQuery): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const columns = by === 'fileSize' && folders ? [sql`f.total_size`] : ORDERS[by]
  // Files without labels or a remark come last in both orders.
  const last = by === 'labels' || by === 'remark' ? sql`nulls last` : sql``
  const sorted = [...columns, sql`f.id`].map((column) => sql`${column} ${direction} ${last}`)
  return sql`order by ${sql.join(folders ? [sql`f.rank`, ...sorted] : sorted)}`
}

/** The ids of one page, in order. */
export async function pageOfIds(
  db: Reader,
  query: TableQuery,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${selectFrom(query, sql`f.id`)} ${orderOf(query)} limit ${limit} offset ${skip}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function count(db: Reader, query: TableQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${selectFrom({ ...query, by: 'instanceName' }, sql`count(*) as count`)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The same of a space as a whole, by its kept totals. */
export async function countOfSpace(db: Reader, { rootId, folders }: TableQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select total_files + ${folders ? sql`total_folders` : sql`0`} as count from file where id = ${rootId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const ID_BYTES = 16

/** The ids of the list in its order, at most `max`, packed: 16 bytes for each. */
export async function packedIds(db: Reader, query: TableQuery, max: number): Promise<PackedIds> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(id), ''::bytea) as ids
    from (${selectFrom(query, sql`f.id`)} ${orderOf(query)} limit ${max}) listed`.execute(db)
  return new PackedIds(rows[0]?.ids ?? Buffer.alloc(0))
}

export class PackedIds {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get length(): number {
    return this.#bytes.length / ID_BYTES
  }

  slice(start: number, end: number): string[] {
    const ids: string[] = []
    for (let at = start; at < Math.min(end, this.length); at++) {
      const hex = this.#bytes.toString('hex', at * ID_BYTES, (at + 1) * ID_BYTES)
      ids.push(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
    }
    return ids
  }
}

/** How many versions these files have; folders have none. */
export async function versionCounts(db: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select file_id as id, count(*) as count from file_version where file_id = any(${ids}::uuid[]) group by file_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, count: versions }) => [id, versions]))
}
