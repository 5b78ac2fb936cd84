import type { SpaceOwner } from '@clouddisk/contract/admin-files'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { UNPREPARED } from '../../db/pool.ts'

/** SQL for the search in the files of all people and groups. */

export interface AdminSearchFilter {
  /** Part of the name key; '' for all. */
  readonly keyword: string
  readonly kind: SpaceOwner | undefined
  /** Id of a person or a group. */
  readonly ownerId: string | undefined
  /** ISO timestamps: changed from (inclusive) and before (exclusive). */
  readonly start: string | undefined
  readonly end: string | undefined
  /** Department ids; null for all. */
  readonly scope: readonly string[] | null
  /** People whose files, and whose own groups' files, are left out. */
  readonly kept: readonly string[]
}

export interface AdminSearchRow {
  readonly id: string
  readonly parentId: string
  readonly isFolder: boolean
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly updatedAt: Date
  readonly updater: string
  readonly kind: SpaceOwner
  readonly ownerId: string
  readonly ownerName: string
}

const inRange = ({ start, end }: AdminSearchFilter): RawBuilder<unknown> => sql`
  true
  ${start === undefined ? sql`` : sql`and updated_at >= ${start}::timestamptz`}
  ${end === undefined ? sql`` : sql`and updated_at < ${end}::timestamptz`}`

const KINDS: Record<SpaceOwner, RawBuilder<unknown>> = {
  person: sql`and s.kind = 'person'`,
  group: sql`and s.kind = 'group' and s.department_id is null`,
  department: sql`and s.kind = 'group' and s.department_id is not null`,
}

const matching = ({ keyword, kind, ownerId, scope, kept }: AdminSearchFilter): RawBuilder<unknown> => sql`
  ${keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`}
  ${kind === undefined ? sql`` : KINDS[kind]}
  ${ownerId === undefined ? sql`` : sql`and coalesce(s.person_id, s.id) = ${ownerId}::uuid`}
  ${scope === null ? sql`` : sql`and coalesce(p.department_id, s.department_id, o.department_id) = any(${scope}::uuid[])`}
  ${kept.length === 0 ? sql`` : sql`and (s.department_id is not null or coalesce(p.id, o.id) <> all(${kept}::uuid[]))`}`

export interface AdminSearchBounds {
  /** How many of the latest files in the time range are scanned. */
  readonly scanMax: number
  /** For how many matches the ancestors are read, to leave out files below a trashed folder. */
  readonly pathWalkMax: number
  readonly limit: number
}

/**
 * The latest matches that are in their space's tree; `all` says whether the ancestors of all matches were
 * read. The limits are literals: with parameters the planner would read and sort all rows although they are
 * already in order. The statement is not prepared, because there are many variants and each is rare.
 */
export async function latestMatches(
  db: Reader,
  filter: AdminSearchFilter,
  { scanMax, pathWalkMax, limit }: AdminSearchBounds,
): Promise<{ found: AdminSearchRow[]; all: boolean }> {
  const { rows } = await sql<AdminSearchRow & { hangs: boolean; matched: number }>`
    ${sql.raw(UNPREPARED)}
    with recursive matched as materialized (
      select f.id, f.parent_id, f.is_folder, f.name, f.ext, f.updated_at, f.updated_by,
        case when f.is_folder then f.total_size else f.size end as size, s.root_id,
        case when s.kind = 'person' then 'person' when s.department_id is null then 'group' else 'department' end as kind,
        coalesce(s.person_id, s.id) as owner_id, coalesce(p.real_name, g.name) as owner_name
      from (
        select id, space_id, parent_id, is_folder, name, name_key, ext, size, total_size, updated_at, updated_by
        from file where ${inRange(filter)} order by updated_at desc, id desc limit ${sql.lit(scanMax)}
      ) f
      join space s on s.id = f.space_id
      left join person p on p.id = s.person_id
      left join "group" g on g.id = s.id
      left join person o on o.id = g.owner_id
      where f.parent_id is not null and coalesce(p.id, g.id) is not null ${matching(filter)}
      order by f.updated_at desc, f.id desc limit ${sql.lit(pathWalkMax)}
    ), up as (
      select parent_id as start, parent_id as id from matched
      union
      select up.start, f.parent_id from up join file f on f.id = up.id where f.parent_id is not null
    ), placed as (
      select m.*, up.id is not null as hangs, count(*) over () as matched
      from matched m left join up on up.start = m.parent_id and up.id = m.root_id
      order by up.id is null, m.updated_at desc, m.id desc limit ${sql.lit(limit)}
    )
    select m.id, m.parent_id as "parentId", m.is_folder as "isFolder", m.name, m.ext, m.size, m.updated_at as "updatedAt",
      u.real_name as updater, m.kind, m.owner_id as "ownerId", m.owner_name as "ownerName", m.hangs, m.matched
    from placed m join person u on u.id = m.updated_by
    order by m.updated_at desc, m.id desc`.execute(db)
  const matched = rows[0]?.matched ?? 0
  return { found: rows.filter((row) => row.hangs), all: matched < pathWalkMax }
}

/** Whether the time range has more files than were scanned. */
export async function hasMoreFilesThan(
  db: Reader,
  filter: AdminSearchFilter,
  scanMax: number,
): Promise<boolean> {
  const { rows } = await sql`select 1 from file where ${inRange(filter)} offset ${scanMax} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
