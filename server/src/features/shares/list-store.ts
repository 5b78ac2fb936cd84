import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import { compiledStatement } from '../../db/statement.ts'
import type { PageRequest } from '../../http/paging.ts'
import { type ViewRow, viewColumns, viewJoins } from '../../tree/view-rows.ts'
import { activeShareEntries } from './store.ts'

/** SQL of the lists of what somebody has shared and received. */

/** What is on a page: where it stands in the list, and what of it the caller has. */
export interface ShareListRow {
  readonly id: string
  readonly sharedAt: Date
  /** The caller's own roles by entries on the item; none in what it has published. */
  readonly roles: string[]
  readonly end: Date | null
  /** What the list is ordered by. */
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly updatedAt: Date
}

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType' | 'createTime'
const ID = ['id', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeysetColumn[]> = {
  instanceName: [['name', 'text'], ID],
  fileSize: [['size', 'bigint'], ID],
  updateTime: [['updatedAt', 'timestamptz'], ID],
  fileType: [['ext', 'text'], ['name', 'text'], ID],
  createTime: [['sharedAt', 'timestamptz'], ID],
}

export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(KEY_COLUMNS[by], key)

export function keyOf({ id, name, ext, size, updatedAt, sharedAt }: ShareListRow, by: OrderBy): KeysetKey {
  const keys: Record<OrderBy, KeysetKey> = {
    instanceName: [name, id],
    fileSize: [size, id],
    updateTime: [updatedAt.toISOString(), id],
    fileType: [ext, name, id],
    createTime: [sharedAt.toISOString(), id],
  }
  return keys[by]
}

export interface ShareListViewer {
  readonly personId: string
  readonly principals: readonly string[]
  readonly asOf: Date
  /** Roles that give it anything at all. */
  readonly roles: readonly string[]
  /** Shares that it made and may not look after any more. */
  readonly barred: readonly string[]
}

/** What was shared with somebody; of its own, others may have shared something with its departments. */
const received = ({ personId, principals, asOf, roles }: ShareListViewer): RawBuilder<unknown> => sql`
  offered as (
    select g.file_id, min(g.created_at) as shared_at, array_agg(g.role) as roles,
      case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as latest,
      array(select id from space where person_id = ${personId}::uuid) as own
    from file_grant g
    where g.principal_id = any(${principals}::uuid[]) and g.source = 'share' and g.role = any(${roles}::text[])
      and ${activeShareEntries(asOf)}
    group by g.file_id
  )`

/** What somebody has shared, and what others have shared of its own. */
const published = ({ personId, asOf, barred }: ShareListViewer): RawBuilder<unknown> => sql`
  offered as (
    select sh.file_id, sh.created_at as shared_at, '{}'::text[] as roles, null::timestamptz as latest,
      '{}'::uuid[] as own
    from share sh where sh.id in (
      select id from share where created_by = ${personId}::uuid
      union
      select x.id from space s join share x on x.space_id = s.id where s.person_id = ${personId}::uuid
    ) and sh.id <> all(${barred}::uuid[])
      and exists (select from file_grant g where g.file_id = sh.file_id and g.source = 'share' and ${activeShareEntries(asOf)})
  )`

const LISTS = { received, published }
export type ListType = keyof typeof LISTS

/**
 * Only what hangs below a space's root: what lies in the bin is not there. Much is shared out of few folders, so the way
 * up is walked once for each folder.
 */
const existingShares = (type: ListType, seeker: ShareListViewer, keyword: string): RawBuilder<unknown> => sql`
  with recursive ${LISTS[type](seeker)}, found as materialized (
    select f.id, f.name, f.ext, f.updated_at as "updatedAt", f.parent_id, o.shared_at as "sharedAt", o.roles,
      case when f.is_folder then f.total_size else f.size end as size, o.latest as "end"
    from offered o join file f on f.id = o.file_id
    where f.space_id <> all(o.own) ${keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`}
  ), up as (
    select distinct parent_id as folder_id, parent_id as at from found where parent_id is not null
    union all
    -- Looked up one by one: a join might read all files there are.
    select up.folder_id, f.parent_id
    from up, lateral (select parent_id from file where id = up.at limit 1) f where f.parent_id is not null
  ), rooted as materialized (
    select up.folder_id from up, lateral (select from space where root_id = up.at limit 1) s
  ), existing as materialized (
    select * from found where parent_id in (select folder_id from rooted)
  )`

/** A page of a list, and how long the list is. */
export async function pageShares(
  db: Reader,
  type: ListType,
  seeker: ShareListViewer,
  { orderBy: by, descending: down, keyword, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<{ rows: ShareListRow[]; total: number }> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`where ${afterKey(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const order = orderByColumns(columns, down)
  const { rows } = await sql<{ total: number } & (ShareListRow | { id: null })>`
    ${existingShares(type, seeker, keyword)}
    select counted.total, page.* from (select count(*) as total from existing) counted left join (
      select id, "sharedAt", roles, "end", name, ext, size, "updatedAt" from existing ${behind}
      order by ${order} limit ${pageSize} ${skip}
    ) page on true order by ${order}`.execute(db)
  const found = rows.filter((row): row is { total: number } & ShareListRow => row.id !== null)
  return { rows: found, total: rows[0]?.total ?? 0 }
}

/** What is shared, as its rows are shown, with what its share is. */
export interface ShareViewRow extends ViewRow {
  readonly shareId: string
  readonly message: string
  /** Whose space it lies in; null where that is nobody's own. */
  readonly ownerId: string | null
  readonly ownerName: string
}

/** Of these files, those that are shared, by id. */
export async function loadShareViews(
  db: Reader,
  { personId, asOf }: Pick<ShareListViewer, 'personId' | 'asOf'>,
  ids: readonly string[],
): Promise<Map<string, ShareViewRow>> {
  if (ids.length === 0) return new Map()
  const rows = await selectShareViews(db, { ids, personId, asOf })
  return new Map(rows.map((row) => [row.id, row]))
}

const selectShareViews = compiledStatement<
  { ids: readonly string[]; personId: string; asOf: Date },
  ShareViewRow
>(
  (slot) => sql`
    select ${viewColumns(slot('asOf'), slot('personId'))}, sh.id as "shareId", sh.message, o.id as "ownerId", o.real_name as "ownerName"
    from file f ${viewJoins(slot('personId'))}
      left join space s on s.id = f.space_id left join person o on o.id = s.person_id
    where f.id = any(${slot('ids')}::uuid[]) and sh.id is not null`,
)

/** Shares of other people's files that somebody made. */
export const sharesOutsideOwnSpace = (
  db: Reader,
  personId: string,
): Promise<{ id: string; fileId: string }[]> =>
  db
    .selectFrom('share as sh')
    .innerJoin('space as s', 's.id', 'sh.space_id')
    .select(['sh.id', 'sh.file_id as fileId'])
    .where('sh.created_by', '=', personId)
    .where((eb) => eb('s.person_id', 'is distinct from', personId))
    .execute()
