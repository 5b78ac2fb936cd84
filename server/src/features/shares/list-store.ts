import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { beyond, type Key, type KeyColumn, sortedBy, suits } from '../../db/keyset.ts'
import type { Page } from '../../http/paging.ts'
import { type Viewed, viewedColumns, viewedJoins } from '../files/viewed.ts'
import { standing } from './store.ts'

/** SQL of the lists of what somebody has shared and received. */

/** What is shared, as its rows are shown, with what its share is. */
export interface Listed extends Viewed {
  readonly shareId: string
  readonly sharedAt: Date
  readonly message: string
  /** Whose space it lies in; null where that is nobody's own. */
  readonly ownerId: string | null
  readonly ownerName: string
  /** The caller's own roles by entries on the item; none in what it has published. */
  readonly roles: string[]
  readonly end: Date | null
}

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType' | 'createTime'
const ID = ['shareId', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeyColumn[]> = {
  instanceName: [['name', 'text'], ID],
  fileSize: [['size', 'bigint'], ID],
  updateTime: [['updatedAt', 'timestamptz'], ID],
  fileType: [['ext', 'text'], ['name', 'text'], ID],
  createTime: [['sharedAt', 'timestamptz'], ID],
}

export const isKey = (key: Key, by: OrderBy): boolean => suits(KEY_COLUMNS[by], key)

export function keyOf(row: Listed, by: OrderBy): Key {
  const keys: Record<OrderBy, Key> = {
    instanceName: [row.name, row.shareId],
    fileSize: [row.is_folder ? row.total_size : row.size, row.shareId],
    updateTime: [row.updated_at.toISOString(), row.shareId],
    fileType: [row.ext, row.name, row.shareId],
    createTime: [row.sharedAt.toISOString(), row.shareId],
  }
  return keys[by]
}

export interface Seeker {
  readonly personId: string
  readonly principals: readonly string[]
  readonly asOf: Date
  /** Roles that give it anything at all. */
  readonly roles: readonly string[]
  /** Shares that it made and may not look after any more. */
  readonly barred: readonly string[]
}

/** What was shared with somebody by others. */
const received = ({ personId, principals, asOf, roles }: Seeker): RawBuilder<unknown> => sql`
  mine as (
    select g.file_id, min(g.created_at) as shared_at, array_agg(g.role) as roles,
      case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as latest
    from file_grant g
    where g.principal_id = any(${principals}::uuid[]) and g.source = 'share' and g.role = any(${roles}::text[])
      and ${standing(asOf)}
    group by g.file_id
  ), offered as (
    select m.*, sh.id as share_id, sh.message, sh.space_id from mine m join share sh on sh.file_id = m.file_id
    where sh.space_id not in (select id from space where person_id = ${personId}::uuid)
  )`

/** What somebody has shared, and what others have shared of its own. */
const published = ({ personId, asOf, barred }: Seeker): RawBuilder<unknown> => sql`
  offered as (
    select sh.file_id, sh.created_at as shared_at, '{}'::text[] as roles, null::timestamptz as latest,
      sh.id as share_id, sh.message, sh.space_id
    from share sh where sh.id in (
      select id from share where created_by = ${personId}::uuid
      union
      select x.id from space s join share x on x.space_id = s.id where s.person_id = ${personId}::uuid
    ) and sh.id <> all(${barred}::uuid[])
      and exists (select from file_grant g where g.file_id = sh.file_id and g.source = 'share' and ${standing(asOf)})
  )`

const LISTS = { received, published }
export type ListType = keyof typeof LISTS

/**
 * Only what hangs below a space's root: what lies in the bin is not there. Much is shared out of few folders, so the way
 * up is walked once for each folder.
 */
const living = (type: ListType, seeker: Seeker, keyword: string): RawBuilder<unknown> => sql`
  with recursive ${LISTS[type](seeker)}, found as materialized (
    select o.share_id as "shareId", f.id as "fileId", f.name, f.ext, f.updated_at as "updatedAt",
      case when f.is_folder then f.total_size else f.size end as size, o.shared_at as "sharedAt", o.message,
      o.space_id as "spaceId", o.roles, o.latest as "end", f.parent_id
    from offered o join file f on f.id = o.file_id
    ${keyword === '' ? sql`` : sql`where strpos(f.name_key, ${keyword}) > 0`}
  ), up as (
    select distinct parent_id as folder_id, parent_id as at from found where parent_id is not null
    union all
    -- Looked up one by one: a join might read all files there are.
    select up.folder_id, f.parent_id
    from up, lateral (select parent_id from file where id = up.at limit 1) f where f.parent_id is not null
  ), rooted as materialized (
    select up.folder_id from up, lateral (select from space where root_id = up.at limit 1) s
  ), living as materialized (
    select * from found where parent_id in (select folder_id from rooted)
  )`

/** A page of a list, and how long the list is. */
export async function pageShares(
  db: Reader,
  type: ListType,
  seeker: Seeker,
  { by, down, keyword, from, pageSize }: Page<OrderBy>,
): Promise<{ rows: Listed[]; total: number }> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`where ${beyond(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const order = sortedBy(columns, down)
  const { rows } = await sql<{ total: number } & (Listed | { shareId: null })>`
    ${living(type, seeker, keyword)}, page as (
      select *, row_number() over () as place from (
        select * from living ${behind} order by ${order} limit ${pageSize} ${skip}
      ) sorted
    )
    select counted.total, page."shareId", page."sharedAt", page.message, page.roles, page."end", owner.*, viewed.*
    from (select count(*) as total from living) counted left join page on true
    -- Looked up one by one: joins might read all files and people there are.
    left join lateral (
      select p.id as "ownerId", p.real_name as "ownerName" from space s join person p on p.id = s.person_id
      where s.id = page."spaceId" offset 0
    ) owner on true
    left join lateral (
      select ${viewedColumns(seeker.asOf)} from file f ${viewedJoins(seeker.personId)} where f.id = page."fileId" offset 0
    ) viewed on true
    order by page.place`.execute(db)
  const found = rows.filter((row): row is { total: number } & Listed => row.shareId !== null)
  return { rows: found, total: rows[0]?.total ?? 0 }
}

/** Shares of other people's files that somebody made. */
export const madeElsewhere = (db: Reader, personId: string): Promise<{ id: string; fileId: string }[]> =>
  db
    .selectFrom('share as sh')
    .innerJoin('space as s', 's.id', 'sh.space_id')
    .select(['sh.id', 'sh.file_id as fileId'])
    .where('sh.created_by', '=', personId)
    .where((eb) => eb('s.person_id', 'is distinct from', personId))
    .execute()
