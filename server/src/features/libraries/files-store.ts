import type { AttributeFilter } from '@clouddisk/contract/libraries'
import { canonicalNumber, type LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import { UNPREPARED } from '../../db/pool.ts'
import { escapeLike, matchesAll, parseKeyword } from '../search/terms.ts'

/** SQL that finds files of a library by names and values. */

export type FilesOrder = 'instanceName' | 'updateTime'
const ID = ['f.id', 'uuid'] as const
const KEY_COLUMNS: Record<FilesOrder, readonly KeysetColumn[]> = {
  instanceName: [['f.name', 'text'], ID],
  updateTime: [['f.updated_at', 'timestamptz'], ID],
}

export const isKey = (key: KeysetKey, by: FilesOrder): boolean => isKeyFor(KEY_COLUMNS[by], key)

export const keyOf = (row: FoundRow, by: FilesOrder): KeysetKey =>
  by === 'instanceName' ? [row.name, row.id] : [row.updatedAt.toISOString(), row.id]

export interface FoundRow {
  readonly id: string
  readonly name: string
  readonly updatedAt: Date
}

export interface FilesQuery {
  readonly libraryId: string
  /** Null: the whole library. */
  readonly folderIds: readonly string[] | null
  readonly keyword: string
  readonly conditions: readonly RawBuilder<unknown>[]
  readonly by: FilesOrder
  readonly down: boolean
  readonly after: KeysetKey | undefined
  readonly limit: number
}

/** The folder and all folders below it. */
export async function foldersBelow(db: Reader, folderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down as (
      select id from file where id = ${folderId}
      union all
      select f.id from down join file f on f.parent_id = down.id and f.rank = 0
    ) select id from down`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findFiles(db: Reader, query: FilesQuery): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`${sql.raw(UNPREPARED)} ${findFilesSql(query)}`.execute(db)
  return rows
}

/** Conditions on values are joins, each by an index of `library_value`. */
export function findFilesSql(query: FilesQuery): RawBuilder<unknown> {
  const { libraryId, folderIds, keyword, conditions, by, down, after, limit } = query
  const columns = KEY_COLUMNS[by]
  const joins = conditions.map((condition, n) => {
    const alias = sql.ref(`v${n}`)
    return sql`join (select v.file_id from library_value v where ${condition}) ${alias} on ${alias}.file_id = f.id`
  })
  return sql`
    select f.id, f.name, f.updated_at as "updatedAt" from file f ${joins.length > 0 ? sql.join(joins, sql` `) : sql``}
    where f.space_id = ${libraryId} and not f.is_folder and f.parent_id is not null
      ${keyword === '' ? sql`` : sql`and ${matchesAll(parseKeyword(keyword))}`}
      ${folderIds === null ? sql`` : sql`and f.parent_id = any(${folderIds}::uuid[])`}
      ${after === undefined ? sql`` : sql`and ${afterKey(columns, down, after)}`}
    order by ${orderByColumns(columns, down)} limit ${limit}`
}

const START = 100

/** What a filter asks of a row of `library_value`; undefined where it asks nothing. */
export function conditionOf(
  { attributeId, type }: Pick<LibraryAttribute, 'attributeId' | 'type'>,
  filter: AttributeFilter,
): RawBuilder<unknown> | undefined {
  const parts =
    type === 'text' ? textParts(filter) : type === 'number' ? numberParts(filter) : otherParts(filter)
  if (parts.length === 0) return undefined
  return sql`v.attribute_id = ${attributeId} and ${sql.join(parts, sql` and `)}`
}

function textParts({ text = '' }: AttributeFilter): RawBuilder<unknown>[] {
  const key = nameKey(text.trim())
  if (key === '') return []
  // Text without a trigram in it would read the whole index of parts.
  const hasTrigram = /[\p{L}\p{N}]{3}/u.test(key)
  return [hasTrigram ? sql`v.value_key like ${`%${escapeLike(key)}%`}` : sql`strpos(v.value_key, ${key}) > 0`]
}

function numberParts({ from = '', to = '' }: AttributeFilter): RawBuilder<unknown>[] {
  const [low, high] = [canonicalNumber(from), canonicalNumber(to)]
  return [
    ...(low === undefined ? [] : [sql`v.number >= ${low}::numeric`]),
    ...(high === undefined ? [] : [sql`v.number <= ${high}::numeric`]),
  ]
}

const KEY = sql`left(v.value_key, ${sql.lit(START)}) collate "C"`

/** Days, choices, yes and no. */
function otherParts({ from = '', to = '', anyOf = [] }: AttributeFilter): RawBuilder<unknown>[] {
  const starts = anyOf.map((value) => [...value].slice(0, START).join(''))
  return [
    ...(from === '' ? [] : [sql`${KEY} >= ${from}`]),
    ...(to === '' ? [] : [sql`${KEY} <= ${to}`]),
    ...(anyOf.length === 0
      ? []
      : [sql`${KEY} = any(${starts}::text[]) and v.value_key = any(${anyOf}::text[])`]),
  ]
}
