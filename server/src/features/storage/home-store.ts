import type { BucketHome, HomeType } from '@clouddisk/contract/admin-storage'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of home buckets. */

interface Filter {
  readonly bucket: string | null
  /** Case-folded search text; empty: all. */
  readonly keyword: string
  /** Also those without a home bucket of their own. */
  readonly all: boolean
}

const matching = ({ bucket, keyword, all }: Filter) => sql`
  with all_homes as (
    select 'user' as type, p.id, p.real_name as name, p.account_name as account, p.department_id, s.home_bucket as bucket
    from space s join person p on p.id = s.person_id
    where p.status <> 'removed' or s.home_bucket is not null
    union all
    select 'group', g.id, g.name, o.account_name, s.department_id, s.home_bucket
    from space s join "group" g on g.id = s.id join person o on o.id = g.owner_id
    union all
    select 'department', d.id, d.name, null, d.parent_id, d.home_bucket
    from department d
  ), homes as (
    select * from all_homes
    where (${all}::boolean or bucket is not null) and (${bucket}::text is null or bucket = ${bucket}::text)
      and (${keyword}::text = '' or position(${keyword}::text in lower(name)) > 0
        or position(${keyword}::text in lower(coalesce(account, ''))) > 0)
  )`

export async function homes(
  db: Reader,
  filter: Filter,
  offset: number,
  limit: number,
): Promise<BucketHome[]> {
  const { rows } = await sql<BucketHome>`
    ${matching(filter)}
    select type as "principalType", id as "principalId", name, account, bucket as "bucketName", (
      with recursive above as (
        select d.parent_id, d.name, 1 as level from department d where d.id = homes.department_id
        union all
        select d.parent_id, d.name, a.level + 1 from above a join department d on d.id = a.parent_id
      )
      select coalesce(array_agg(above.name order by level desc), '{}') from above
    ) as "departmentPath"
    from homes order by name collate name_order, type, id offset ${offset}::bigint limit ${limit}`.execute(db)
  return rows
}

export async function countHomes(db: Reader, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${matching(filter)} select count(*)::bigint as total from homes`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns the ids that exist. */
export async function setHomes(
  tx: Tx,
  type: HomeType,
  ids: readonly string[],
  bucket: string | null,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await SETTING[type](ids, bucket).execute(tx)
  return rows
}

/** Locks the spaces of people and groups in the common order. */
export async function lockSpaces(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select from space where id = any(${ids}::uuid[]) or person_id = any(${ids}::uuid[])
    order by id for update`.execute(tx)
}

const SETTING = {
  user: (ids: readonly string[], bucket: string | null) => sql<{ id: string; name: string }>`
    update space s set home_bucket = ${bucket} from person p
    where p.id = any(${ids}::uuid[]) and s.person_id = p.id
    returning p.id, p.real_name as name`,
  group: (ids: readonly string[], bucket: string | null) => sql<{ id: string; name: string }>`
    update space s set home_bucket = ${bucket} from "group" g
    where g.id = any(${ids}::uuid[]) and s.id = g.id returning g.id, g.name`,
  department: (ids: readonly string[], bucket: string | null) => sql<{ id: string; name: string }>`
    update department d set home_bucket = ${bucket} where d.id = any(${ids}::uuid[]) returning d.id, d.name`,
} as const
