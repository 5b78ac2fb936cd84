import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RunRow } from './present.ts'

/**
 * Which rows a page of a folder shows, in one statement. Folders and files are two runs over one index each, because
 * no index gives "folders up, names down" in one go; the first run's length says where the second begins.
 */

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType'
export type Rank = 0 | 1
export type Key = readonly (string | number)[]

export interface PageQuery {
  readonly folderId: string
  readonly by: OrderBy
  readonly down: boolean
  /** A name's key that all rows contain; '' for all. */
  readonly keyword: string
  /** Where the page begins: by number of rows to skip, or behind a row's key. */
  readonly from: { readonly skip: number } | { readonly rank: Rank; readonly key: Key }
  readonly limit: number
}

const KEY_COLUMNS = {
  instanceName: ['name', 'id'],
  fileSize: ['size', 'id'],
  updateTime: ['updated_at', 'id'],
  fileType: ['ext', 'name', 'id'],
} as const
const KEY_TYPES = {
  name: 'text',
  id: 'uuid',
  size: 'bigint',
  updated_at: 'timestamptz',
  ext: 'text',
} as const

/** What rows of a rank are sorted by. All folders are of size 0: by size they stand by name. */
export const keyColumns = (by: OrderBy, rank: Rank) =>
  KEY_COLUMNS[by === 'fileSize' && rank === 0 ? 'instanceName' : by]

export const contains = (keyword: string): Expression<SqlBool> =>
  sql<SqlBool>`strpos(name_key, ${keyword}) > 0`

/** The folder itself in place 0, then the page's rows, whose ids come from the narrow indexes alone. */
export function pageIds(query: PageQuery, folders: number | undefined): RawBuilder<RunRow> {
  const { folderId, limit } = query
  const runs = sql.join(runsOf(query, folders), sql` union all `)
  return sql<RunRow>`(
    select ${folderId}::uuid as id, 0 as place
    union all
    select id, row_number() over () as place from (${runs} limit ${limit}) ordered
  )`
}

function runsOf(query: PageQuery, folders: number | undefined): RawBuilder<unknown>[] {
  const { from, folderId } = query
  if ('key' in from) {
    const rest = runOf(query, from.rank, beyondKey(query, from.rank, from.key), sql``)
    return from.rank === 1 ? [rest] : [rest, runOf(query, 1, sql``, sql``)]
  }
  const kept = sql`(select child_folders from file where id = ${folderId})`
  const before = folders === undefined ? kept : sql`${folders}::bigint`
  return [
    runOf(query, 0, sql``, sql`offset ${from.skip}::bigint`),
    runOf(query, 1, sql``, sql`offset greatest(0, ${from.skip}::bigint - ${before})`),
  ]
}

function runOf(
  { folderId, by, down, keyword, limit }: PageQuery,
  rank: Rank,
  beyond: RawBuilder<unknown>,
  offset: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(down ? 'desc' : 'asc')
  const sorted = sql.join(keyColumns(by, rank).map((column) => sql`${sql.ref(column)} ${direction}`))
  const filter = keyword === '' ? sql`` : sql`and ${contains(keyword)}`
  return sql`select id from (
    select id from file where parent_id = ${folderId} and rank = ${sql.lit(rank)} ${beyond} ${filter}
    order by ${sorted} limit ${limit} ${offset}
  ) run`
}

function beyondKey({ by, down }: PageQuery, rank: Rank, key: Key): RawBuilder<unknown> {
  const columns = keyColumns(by, rank)
  const values = columns.map((column, i) => sql`${key[i]}::${sql.raw(KEY_TYPES[column])}`)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  return sql`and (${list}) ${sql.raw(down ? '<' : '>')} (${sql.join(values)})`
}
