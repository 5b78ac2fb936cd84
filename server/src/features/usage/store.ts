import { EXTENSION_KINDS, type KindSize, type UsageKind } from '@clouddisk/contract/usage'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'

/**
 * SQL for what fills a space. Sums are kept with folders and spaces; kinds and the largest files are counted by a walk over
 * the folders, which leaves out what is in a recycle bin, and a scan of the space's files.
 */

/** Uploads and folders told of. */
const SHOWN = 20

/** `folders`: the ids of these and of all folders below them. An index scan for each, however large the table is. */
const foldersBelow = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`folders as (
    select id from file where id in (${ids}) and is_folder
    union all
    select child.id from folders cross join lateral (
      select id from file where parent_id = folders.id and rank = 0 offset 0
    ) child
  )`

/** The files `f` of a space directly in `folders` for which `where` holds, as `columns`: read in the order they lie in. */
const filesOf = (
  spaceId: string,
  columns: RawBuilder<unknown>,
  where = sql`true`,
): RawBuilder<unknown> => sql`
  select ${columns} from (
    select * from file where space_id = ${spaceId}::uuid and not is_folder offset 0
  ) f where f.parent_id in (select id from folders) and ${where}`

/** The same of any folders, by an index scan in each. */
const filesIn = (columns: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select inner_file.* from folders cross join lateral (
    select ${columns} from file f where f.parent_id = folders.id and f.rank = 1 offset 0
  ) inner_file`

const EXTS = [...EXTENSION_KINDS.keys()]
const KINDS = [...EXTENSION_KINDS.values()]

/** Sums by kind of `files`, which has `ext` and `size`, as one JSON array. */
const kindsOf = (files: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(json_agg(json_build_object('kind', kind, 'fileSize', bytes, 'fileCount', n)), '[]'::json) from (
    select coalesce(k.kind, 'other') as kind, sum(e.bytes)::bigint as bytes, sum(e.n)::bigint as n
    from (select ext, sum(size) as bytes, count(*) as n from (${files}) counted group by ext) e
    left join unnest(${EXTS}::text[], ${KINDS}::text[]) as k(ext, kind) on k.ext = e.ext
    group by 1
  ) sums`

export interface SpaceUsage {
  readonly used: number
  readonly total: number | null
  readonly reserved: number
  readonly size: number
  readonly charge: number
  readonly files: number
  readonly folders: number
  readonly trashEntries: number
  readonly uploadCount: number
  readonly uploadsSize: number
  readonly kinds: KindSize[]
}

/** One statement, so that all numbers are of one moment. */
export async function usageOf(db: Reader, spaceId: string): Promise<SpaceUsage | undefined> {
  const { rows } = await sql<SpaceUsage>`
    with recursive ${foldersBelow(sql`select root_id from space where id = ${spaceId}`)}
    select s.used, s.total, s.reserved, s.trash_entries as "trashEntries", r.total_size as size,
      r.total_charge as charge, r.total_files as files, r.total_folders as folders,
      u.n as "uploadCount", u.bytes as "uploadsSize", (${kindsOf(filesOf(spaceId, sql`f.ext, f.size`))}) as kinds
    from space s join file r on r.id = s.root_id, (
      select count(*) as n, coalesce(sum(size), 0)::bigint as bytes from upload
      where space_id = ${spaceId} and state = 'open'
    ) u
    where s.id = ${spaceId}`.execute(db)
  return rows[0]
}

export interface TopItem {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  readonly size: number
  readonly charge: number
  readonly files: number
}

/** The largest items directly in a folder. */
export const largestIn = (db: Reader, folderId: string): Promise<TopItem[]> =>
  topItems(db, folderId, 'total_size', sql`true`)

/** The largest folders directly in a folder. */
export const largestFoldersIn = (db: Reader, folderId: string): Promise<TopItem[]> =>
  topItems(db, folderId, 'total_charge', sql`rank = 0`)

async function topItems(
  db: Reader,
  folderId: string,
  by: 'total_size' | 'total_charge',
  where: RawBuilder<unknown>,
): Promise<TopItem[]> {
  const { rows } = await sql<TopItem>`
    select id, name, is_folder as "isFolder", total_size as size, total_charge as charge, total_files as files
    from file where parent_id = ${folderId} and ${where}
    order by ${sql.ref(by)} desc, name, id limit ${SHOWN}`.execute(db)
  return rows
}

export interface OpenUpload {
  readonly name: string
  readonly size: number
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function largestUploads(db: Reader, spaceId: string): Promise<OpenUpload[]> {
  return db
    .selectFrom('upload as u')
    .innerJoin('person as p', 'p.id', 'u.person_id')
    .select([
      'u.name',
      'u.size',
      'p.real_name as createdBy',
      'u.created_at as createdAt',
      'u.expires_at as expiresAt',
    ])
    .where('u.space_id', '=', spaceId)
    .where('u.state', '=', 'open')
    .orderBy('u.size', 'desc')
    .orderBy('u.key')
    .limit(SHOWN)
    .execute()
}

export type By = 'total' | 'versions'
const KEY_COLUMNS: readonly KeysetColumn[] = [
  ['bytes', 'bigint'],
  ['id', 'uuid'],
]
export const isKey = (key: KeysetKey): boolean => isKeyFor(KEY_COLUMNS, key)
export const keyOf = ({ bytes, id }: LargestRow): KeysetKey => [bytes, id]

export interface LargestRow {
  readonly id: string
  /** What it is ordered by. */
  readonly bytes: number
  readonly charge: number
  readonly size: number
  readonly versions: number
}

interface LargestQuery {
  readonly spaceId: string
  readonly rootId: string
  readonly by: By
  /** Of which kinds; undefined: all. */
  readonly kinds: readonly UsageKind[] | undefined
  /** The list ends after so many. */
  readonly max: number
  readonly page: Pick<PageRequest<never>, 'start' | 'pageSize'>
}

export interface Largest {
  readonly rows: LargestRow[]
  /** Of the whole list; `max` and one if there are more. */
  readonly count: number
  /** Whether the list goes on after `rows`. */
  readonly hasNext: boolean
}

/** Each page reads all files of the space, of which the first of the list alone are kept and sorted. */
export async function largestFiles(
  db: Reader,
  { spaceId, rootId, by, kinds, max, page: { start, pageSize } }: LargestQuery,
): Promise<Largest> {
  const bytes = by === 'total' ? sql`f.total_charge` : sql`f.total_charge - f.size`
  const where = by === 'total' ? sql`true` : sql`f.version_no > 1 and f.total_charge > f.size`
  const all = filesOf(spaceId, sql`f.id, f.ext, ${bytes} as bytes, f.total_charge as charge, f.size`, where)
  const chosen = kinds ? sql`select found.* from (${all}) found ${KIND_OF} where ${ofKinds(kinds)}` : all
  const after = 'key' in start ? sql`where ${afterKey(KEY_COLUMNS, true, start.key)}` : sql``
  const offset = 'skip' in start ? sql`offset ${start.skip}` : sql``
  const order = orderByColumns(KEY_COLUMNS, true)
  const { rows } = await sql<{ count: number; page: LargestRow[] }>`
    with recursive ${foldersBelow(sql`${rootId}::uuid`)},
    largest as (select * from (${chosen}) files order by ${order} limit ${max + 1}),
    listed as (select * from largest order by ${order} limit ${max}),
    page as (select * from listed ${after} order by ${order} limit ${pageSize + 1} ${offset})
    select (select count(*) from largest) as count, (
      select coalesce(json_agg(json_build_object('id', id, 'bytes', bytes, 'charge', charge, 'size', size,
        'versions', (select count(*) from file_version v where v.file_id = page.id))), '[]'::json) from page
    ) as page`.execute(db)
  const [answer] = rows
  const page = (answer?.page ?? []).toSorted((a, b) => b.bytes - a.bytes || (a.id < b.id ? 1 : -1))
  return {
    rows: page.slice(0, pageSize),
    count: answer?.count ?? 0,
    hasNext: page.length > pageSize,
  }
}

const KIND_OF = sql`left join unnest(${EXTS}::text[], ${KINDS}::text[]) as k(ext, kind) on k.ext = found.ext`
const ofKinds = (kinds: readonly UsageKind[]) => sql`coalesce(k.kind, 'other') = any(${kinds}::text[])`

/** Sums by kind of these files and of all files below these folders; none may lie below another. */
export async function kindsBelow(db: Reader, ids: readonly string[]): Promise<KindSize[]> {
  const { rows } = await sql<{ kinds: KindSize[] }>`
    with recursive ${foldersBelow(sql`select unnest(${ids}::uuid[])`)}
    select (${kindsOf(sql`
      ${filesIn(sql`f.ext, f.size`)}
      union all
      select ext, size from file where id = any(${ids}::uuid[]) and not is_folder`)}) as kinds`.execute(db)
  return rows[0]?.kinds ?? []
}
