import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { beyond, type Key, sortedBy } from '../../db/keyset.ts'
import type { RunRow } from './present.ts'

/**
 * Which rows a page of a folder shows, in one statement. Folders and files are two runs over one index each, because
 * no index gives "folders up, names down" in one go; the first run's length says where the second begins.
 */

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType'
export type Rank = 0 | 1

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

const NAME = ['name', 'text'] as const
const ID = ['id', 'uuid'] as const
const KEY_COLUMNS = {
  instanceName: [NAME, ID],
  fileSize: [['size', 'bigint'], ID],
  updateTime: [['updated_at', 'timestamptz'], ID],
  fileType: [['ext', 'text'], NAME, ID],
} as const

/**
 * By size, folders stand by the sum of what is below them, as they are shown. No index keeps that: every upload changes
 * the sums of all folders above it, so it is cheaper to sort the folders of one folder when somebody asks for it.
 */
const BY_SUM = [['total_size', 'bigint'], NAME, ID] as const

/** What rows of a rank are sorted by. */
export const keyColumns = (by: OrderBy, rank: Rank) =>
  by === 'fileSize' && rank === 0 ? BY_SUM : KEY_COLUMNS[by]

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
    const rest = runOf(
      query,
      from.rank,
      sql`and ${beyond(keyColumns(query.by, from.rank), query.down, from.key)}`,
      sql``,
    )
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
  behind: RawBuilder<unknown>,
  offset: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const filter = keyword === '' ? sql`` : sql`and ${contains(keyword)}`
  return sql`select id from (
    select id from file where parent_id = ${folderId} and rank = ${sql.lit(rank)} ${behind} ${filter}
    order by ${sortedBy(keyColumns(by, rank), down)} limit ${limit} ${offset}
  ) run`
}
