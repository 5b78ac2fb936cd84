import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { afterKey, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import { compiledStatement, type Placeholders, type ValueOrSql } from '../../db/statement.ts'
import {
  type ChildViewRow,
  VIEW_FILE_COLUMNS,
  type ViewRow,
  viewColumns,
  viewJoins,
} from '../../tree/view-rows.ts'

/**
 * Reads the rows of a page of a folder in one statement. Folders and files are two index scans, because no
 * index provides "folders first, names descending"; the length of the first determines the start of the
 * second.
 */

export type FolderOrder = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType'
export type Rank = 0 | 1

export interface PageFilter {
  /** In the name key. */
  readonly keyword: string
  /** Key of a label. */
  readonly label: string | undefined
  /** Ids left out. */
  readonly hidden: readonly string[]
  /** Folders that remain. */
  readonly folders: number
}

export interface PageQuery {
  readonly folderId: string
  readonly by: FolderOrder
  readonly down: boolean
  readonly filter: PageFilter | undefined
  /** Start of the page: rows to skip, or the key of the previous row. */
  readonly from: { readonly skip: number } | { readonly rank: Rank; readonly key: KeysetKey }
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
 * By size, folders are sorted by the total below them. That is not indexed: every upload changes the totals
 * of all folders above, so sorting one folder on demand is cheaper.
 */
const BY_SUM = [['total_size', 'bigint'], NAME, ID] as const

/** Sort columns of a rank. */
export const keyColumns = (by: FolderOrder, rank: Rank) =>
  by === 'fileSize' && rank === 0 ? BY_SUM : KEY_COLUMNS[by]

export const nameContains = (keyword: ValueOrSql<string>): Expression<SqlBool> =>
  sql<SqlBool>`strpos(name_key, ${keyword}) > 0`

export const idNotIn = (ids: ValueOrSql<readonly string[]>): Expression<SqlBool> =>
  sql<SqlBool>`id <> all(${ids}::uuid[])`

export const hasLabel = (key: ValueOrSql<string>): Expression<SqlBool> =>
  sql<SqlBool>`label_keys @> array[${key}]::text[]`

/** What determines the statement's text; everything else is a parameter. */
interface StatementShape extends Pick<PageQuery, 'by' | 'down'> {
  readonly filtered: boolean
  readonly labeled: boolean
  /** Start at the first row, at a row number, or after the key of a folder (0) or a file (1). */
  readonly start: 'first' | 'numbered' | Rank
}

interface Values {
  folderId: string
  personId: string
  principals: readonly string[]
  asOf: Date
  keyword: string
  label: string
  hidden: readonly string[]
  limit: number
  skip: number
  /** Folders that match the filter. */
  folders: number
  key0: KeysetKey[number] | null
  key1: KeysetKey[number] | null
  key2: KeysetKey[number] | null
}

type PageRow = ViewRow & { place: number; principalId: string | null; role: string | null }

/** The folder itself, then the rows of the page with the actor's entries on them. */
export async function pageRows(
  db: Reader,
  actor: Actor,
  { folderId, by, down, filter, from, limit }: PageQuery,
): Promise<ChildViewRow[]> {
  const skip = 'skip' in from ? from.skip : 0
  const numbered = skip > 0 ? 'numbered' : 'first'
  const start = 'key' in from ? from.rank : numbered
  const [key0 = null, key1 = null, key2 = null] = 'key' in from ? from.key : []
  const { keyword, label = '', hidden, folders } = filter ?? NO_FILTER
  const { personId, principals, asOf } = actor
  const own = { folderId, personId, principals, asOf }
  const values = { ...own, keyword, label, hidden, limit, skip, folders, key0, key1, key2 }
  const shape: StatementShape = {
    by,
    down,
    filtered: filter !== undefined,
    labeled: filter?.label !== undefined,
    start,
  }
  return childrenOf(await statementFor(shape)(db, values))
}
const NO_FILTER: PageFilter = { keyword: '', label: undefined, hidden: [], folders: 0 }

/** Sorts by position here: the database returns rows in any order. */
function childrenOf(rows: readonly PageRow[]): ChildViewRow[] {
  const children = new Map<string, ChildViewRow>()
  for (const row of rows.toSorted((a, b) => a.place - b.place)) {
    const { principalId, role } = row
    const child = children.get(row.id) ?? Object.assign(row, { entries: [] as ChildViewRow['entries'] })
    if (principalId && role) child.entries.push({ principalId, role })
    children.set(row.id, child)
  }
  return [...children.values()]
}

const statements = new Map<string, ReturnType<typeof compiledStatement<Values, PageRow>>>()

function statementFor(shape: StatementShape) {
  const name = `${shape.by} ${shape.down} ${shape.filtered} ${shape.labeled} ${shape.start}`
  const known = statements.get(name)
  if (known) return known
  const made = compiledStatement<Values, PageRow>((slot) => textOf(shape, slot))
  statements.set(name, made)
  return made
}

const textOf = (shape: StatementShape, slot: Placeholders<Values>): RawBuilder<PageRow> => sql`
  select ${viewColumns(slot('asOf'), slot('personId'))}, f.place, g.principal_id as "principalId", g.role
  from (
    select ${VIEW_FILE_COLUMNS}, 0::bigint as place from file where id = ${slot('folderId')}
    union all ${numberedRows(shape, slot)}
  ) f ${viewJoins(slot('personId'))}
  left join file_grant g on g.file_id = f.id and g.principal_id = any(${slot('principals')}::uuid[])
    and (g.expires_at is null or g.expires_at > ${slot('asOf')}::timestamptz)`

/** Rows with their positions from 1. Rows before a distant offset are skipped in the narrow indexes only. */
function numberedRows(shape: StatementShape, slot: Placeholders<Values>): RawBuilder<unknown> {
  const run = (columns: RawBuilder<unknown>) => sql`
    select ${columns}, row_number() over () as place
    from (${sql.join(runsOf(shape, slot, columns), sql` union all `)} limit ${slot('limit')}) ordered`
  if (shape.start !== 'numbered') return run(VIEW_FILE_COLUMNS)
  return sql`select ${VIEW_FILE_COLUMNS}, place from (${run(sql`id`)}) run join file using (id)`
}

function runsOf(
  shape: StatementShape,
  slot: Placeholders<Values>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const run = (rank: Rank, behind = sql``, offset = sql``) =>
    runOf(shape, slot, columns, rank, behind, offset)
  const { start } = shape
  if (start === 'first') return [run(0), run(1)]
  if (start === 'numbered') {
    const kept = sql`(select child_folders from file where id = ${slot('folderId')})`
    const before = shape.filtered ? sql`${slot('folders')}::bigint` : kept
    const skip = sql`${slot('skip')}::bigint`
    return [run(0, sql``, sql`offset ${skip}`), run(1, sql``, sql`offset greatest(0, ${skip} - ${before})`)]
  }
  const key = [slot('key0'), slot('key1'), slot('key2')]
  const rest = run(start, sql`and ${afterKey(keyColumns(shape.by, start), shape.down, key)}`)
  return start === 1 ? [rest] : [rest, run(1)]
}

const runOf = (
  { by, down, filtered, labeled }: StatementShape,
  slot: Placeholders<Values>,
  columns: RawBuilder<unknown>,
  rank: Rank,
  behind: RawBuilder<unknown>,
  offset: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select * from (
    select ${columns} from file where parent_id = ${slot('folderId')} and rank = ${sql.lit(rank)} ${behind}
      ${filtered ? sql`and ${nameContains(slot('keyword'))} and ${idNotIn(slot('hidden'))}` : sql``}
      ${labeled ? sql`and ${hasLabel(slot('label'))}` : sql``}
    order by ${orderByColumns(keyColumns(by, rank), down)} limit ${slot('limit')} ${offset}
  ) run`
