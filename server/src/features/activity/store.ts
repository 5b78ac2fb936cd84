import { type RawBuilder, sql } from 'kysely'
import type { ChangeKind } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { compiledStatement } from '../../db/statement.ts'

/** SQL of activity: rows of the changes feed, the latest first. */

/** What activity reads of the details of changes. */
type ActivityDetails = Readonly<
  Partial<
    Record<
      | 'from'
      | 'to'
      | 'name'
      | 'copyOf'
      | 'extractedFrom'
      | 'restoredVersion'
      | 'leaving'
      | 'visitorId'
      | 'version'
      | 'what'
      | 'count',
      unknown
    >
  >
>

export interface ActivityRow {
  readonly id: number
  readonly xid: string
  readonly kind: ChangeKind
  readonly personId: string | null
  readonly spaceId: string | null
  readonly fileId: string | null
  readonly parentIds: readonly string[]
  readonly actorId: string | null
  readonly name: string | null
  readonly details: ActivityDetails | null
  readonly createdAt: Date
}

/** The place of a row: rows of one transaction are next to each other. */
export interface ActivityKey {
  readonly xid: string
  readonly id: number
}

/** Before the first row. */
export const NEWEST: ActivityKey = { xid: '9223372036854775807', id: Number.MAX_SAFE_INTEGER }

interface Range {
  xid: string
  id: number
  limit: number
}
type Slot = (key: keyof Range) => RawBuilder<unknown>

/** Each part is read in the order of its own index, which goes on where the page before it ended. */
const part = (slot: Slot, condition: RawBuilder<unknown>) => sql`(
  select * from change c where ${condition} and (c.xid, c.id) < (${slot('xid')}::xid8, ${slot('id')}::bigint)
  order by c.xid desc, c.id desc limit ${slot('limit')}::bigint)`

const rowsOf = (slot: Slot, parts: readonly RawBuilder<unknown>[]) => sql<ActivityRow>`
  select id, xid::text as xid, kind, person_id as "personId", space_id as "spaceId", file_id as "fileId",
    parent_ids as "parentIds", actor_id as "actorId", name, details, created_at as "createdAt"
  from (${sql.join(parts, sql` union all `)}) c
  order by c.xid desc, c.id desc limit ${slot('limit')}::bigint`

/** Rows about a file, and about what was directly in it then. */
export const rowsOfItem = compiledStatement<{ fileId: string } & Range, ActivityRow>((slot) => {
  const file = sql`${slot('fileId')}::uuid`
  return rowsOf(slot, [
    part(slot, sql`c.file_id = ${file}`),
    part(slot, sql`c.parent_ids[1] = ${file} and c.file_id is distinct from ${file}`),
    part(slot, sql`c.parent_ids[2] = ${file} and c.file_id is distinct from ${file}`),
  ])
})

export const rowsOfSpace = compiledStatement<{ spaceId: string } & Range, ActivityRow>((slot) =>
  rowsOf(slot, [part(slot, sql`c.space_id = ${slot('spaceId')}::uuid`)]),
)

export interface NamedFile {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
}

/** Files as they are now, in the trash too. */
export async function filesNow(db: Reader, ids: readonly string[]): Promise<Map<string, NamedFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'is_folder as isFolder'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The root folder of a group's space. */
export async function groupRoot(db: Reader, groupId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('space')
    .select('root_id')
    .where('id', '=', groupId)
    .where('kind', '=', 'group')
    .executeTakeFirst()
  return row?.root_id
}
