import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { UNPREPARED } from '../../db/pool.ts'
import { escapeLike } from './terms.ts'

/** SQL for the search among files. */

/** Where to look: whole spaces, and everything below some files. */
export interface SearchArea {
  readonly spaceIds: readonly string[]
  /** The files themselves are looked at too. */
  readonly tops: readonly string[]
}

export interface FileFilter {
  /** Conditions on a row `f` of `file`. */
  readonly match: RawBuilder<unknown>
  readonly rank: RawBuilder<unknown>
  /** Only files whose text has these (content/grams.ts). */
  readonly grams?: readonly number[]
  /** Key of a label that they have. */
  readonly label: string | undefined
  readonly kind: KindFilter | undefined
  readonly sizeMin: number | undefined
  readonly sizeMax: number | undefined
  readonly from: Date | undefined
  readonly to: Date | undefined
  /** Of a person or a group. */
  readonly ownerId: string | undefined
}

/** Folders, or files with, or without, these extensions. */
export interface KindFilter {
  readonly folders: boolean
  readonly exts: readonly string[]
  /** Set for files whose extension is none of these. */
  readonly otherThan: readonly string[] | undefined
}

export interface SearcherRef {
  readonly personId: string
  readonly now: Date
}

/** Changed within this counts as recent. */
const RECENT = '30 days'

/**
 * Ids of files that match, best first. Whether the searcher may see them is still to be decided: they can be below what
 * an entry denies, or in the trash. Not prepared: each search has conditions of its own.
 */
export async function selectCandidates(
  db: Reader,
  area: SearchArea,
  filter: FileFilter,
  { personId, now }: SearcherRef,
  limit: number,
): Promise<string[]> {
  const selectedIn = (spaceIds: RawBuilder<unknown>) => sql`
    select f.id, f.updated_at, f.created_by = ${personId} or s.person_id = ${personId} as own, ${filter.rank} as rank
    from ${filesIn(spaceIds, filter.grams)} join space s on s.id = f.space_id`
  const spaceIds = sql`${area.spaceIds}::uuid[]`
  const spacesOfTops = sql`array(select distinct space_id from file where id = any(${area.tops}::uuid[]))`
  const where = sql`f.parent_id is not null and ${filter.match} ${filtersOf(filter)}`
  const parts = [
    ...(area.spaceIds.length > 0
      ? [sql`${selectedIn(spaceIds)} where f.space_id = any(${spaceIds}) and ${where}`]
      : []),
    ...(area.tops.length > 0
      ? [sql`${selectedIn(spacesOfTops)} where f.id in (select id from down) and ${where}`]
      : []),
  ]
  if (parts.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    ${sql.raw(UNPREPARED)}
    with recursive down as (
      select id from file where id = any(${area.tops}::uuid[])
      union
      select f.id from down join file f on f.parent_id = down.id
    )
    select id from (${sql.join(parts, sql` union all `)}) found
    order by rank, updated_at > ${now}::timestamptz - ${RECENT}::interval desc, own desc nulls last, updated_at desc, id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** As `f`. A text counts for the version that it was read from. */
const filesIn = (spaceIds: RawBuilder<unknown>, grams: readonly number[] | undefined): RawBuilder<unknown> =>
  grams
    ? sql`files_with_grams(${spaceIds}, ${grams}::integer[]) t join file f on f.id = t.file_id and f.version_id = t.version_id`
    : sql`file f`

/** Conditions on a row `f` of `file`, with its space `s` if there is an owner. */
export function filtersOf({
  label,
  kind,
  sizeMin,
  sizeMax,
  from,
  to,
  ownerId,
}: Omit<FileFilter, 'match' | 'rank' | 'grams'>): RawBuilder<unknown> {
  const size = sql`case when f.is_folder then f.total_size else f.size end`
  return sql`
    ${label === undefined ? sql`` : sql`and ${hasAnyLabel([label])}`}
    ${kind === undefined ? sql`` : sql`and ${ofKind(kind)}`}
    ${sizeMin === undefined ? sql`` : sql`and ${size} >= ${sizeMin}`}
    ${sizeMax === undefined ? sql`` : sql`and ${size} <= ${sizeMax}`}
    ${from === undefined ? sql`` : sql`and f.updated_at >= ${from}::timestamptz`}
    ${to === undefined ? sql`` : sql`and f.updated_at < ${to}::timestamptz`}
    ${ownerId === undefined ? sql`` : sql`and (s.person_id = ${ownerId}::uuid or (s.person_id is null and ${ownerId}::uuid in (s.id, f.created_by)))`}`
}

const ofKind = ({ folders, exts, otherThan }: KindFilter): RawBuilder<unknown> => sql`(
  ${folders ? sql`f.is_folder` : sql`false`}
  ${exts.length > 0 ? sql`or (not f.is_folder and f.ext = any(${exts}::text[]))` : sql``}
  ${otherThan ? sql`or (not f.is_folder and f.ext <> all(${otherThan}::text[]))` : sql``})`

export const hasAnyLabel = (keys: readonly string[]): RawBuilder<unknown> =>
  sql`f.label_keys && ${keys}::text[]`

/** More labels that begin alike are not looked for. */
const LABELS_MAX = 100

/** Keys of the labels in an area that begin with a text. */
export async function labelsLike(db: Reader, area: SearchArea, text: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    ${sql.raw(UNPREPARED)}
    select distinct name_key as key from label
    where space_id in (
      select unnest(${area.spaceIds}::uuid[]) union select space_id from file where id = any(${area.tops}::uuid[])
    ) and name_key like ${`${escapeLike(text)}%`} order by 1 limit ${LABELS_MAX}`.execute(db)
  return rows.map((row) => row.key)
}

/** The ids in the order of a column. */
export async function sortByColumn(
  db: Reader,
  ids: readonly string[],
  orderBy: 'instanceName' | 'fileSize' | 'updateTime' | 'fileType',
  descending: boolean,
): Promise<string[]> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const column = sql.raw(COLUMNS[orderBy])
  const { rows } = await sql<{ id: string }>`
    select id from file where id = any(${ids}::uuid[])
    order by rank, ${column} ${direction}, name ${direction}, id ${direction}`.execute(db)
  return rows.map((row) => row.id)
}
const COLUMNS = {
  instanceName: 'name',
  fileSize: 'case when is_folder then total_size else size end',
  updateTime: 'updated_at',
  fileType: 'ext',
} as const

/** Files and folders in these spaces, by their kept totals. */
export async function countFiles(db: Reader, spaceIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(f.total_files + f.total_folders), 0)::bigint as count
    from space s join file f on f.id = s.root_id where s.id = any(${spaceIds}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}
