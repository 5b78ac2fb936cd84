import type { LinkStatus } from '@clouddisk/contract/links'
import { type RawBuilder, sql } from 'kysely'
import { hasStatus, linkColumns } from '../../access/link-visitor.ts'
import type { Reader } from '../../db/database.ts'

/** SQL of the lists of links. */

export interface LinkFilter {
  readonly ownerId: string
  /** Name key that a target or the remark contains; "" for all. */
  readonly keyword: string
  readonly fileId: string | undefined
  readonly status: LinkStatus | undefined
  readonly asOf: Date
}

/** Ids of a page of links, the latest first, and how many there are. */
export async function pageOfLinks(
  db: Reader,
  { ownerId, keyword, fileId, status, asOf }: LinkFilter,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ ids: string[]; total: number }> {
  const and = (isFiltered: boolean, condition: RawBuilder<unknown>) =>
    isFiltered ? sql`and ${condition}` : sql``
  const isFiltered = status !== undefined
  const { rows } = await sql<{ id: string; total: number }>`
    ${isFiltered ? linksWithTargets(ownerId) : sql``}
    select id, count(*) over () as total from (
      select ${isFiltered ? linkColumns(asOf, sql`w.link_id is not null`) : sql`l.id`}, l.created_at, l.remark
      from link l join person on person.id = l.created_by
      ${isFiltered ? sql`left join with_target w on w.link_id = l.id` : sql``}
      where l.created_by = ${ownerId}::uuid
    ) l
    where true
      ${status === undefined ? sql`` : sql`and ${hasStatus(status, asOf)}`}
      ${and(
        fileId !== undefined,
        sql`exists (select from link_target t where t.link_id = l.id and t.file_id = ${fileId}::uuid)`,
      )}
      ${and(
        keyword !== '',
        sql`(strpos(lower(l.remark), ${keyword}) > 0 or exists (
          select from link_target t join file f on f.id = t.file_id
          where t.link_id = l.id and strpos(f.name_key, ${keyword}) > 0))`,
      )}
    order by created_at desc, id desc limit ${limit} offset ${skip}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** The common table `with_target`: links of a person that open something in a space. One walk for all of them. */
const linksWithTargets = (ownerId: string) => sql`
  with recursive own as (
    select t.link_id, t.file_id from link l join link_target t on t.link_id = l.id
    where l.created_by = ${ownerId}::uuid and l.ended_at is null
  ), up as (
    select f.id, f.parent_id from own join file f on f.id = own.file_id
    union
    select f.id, f.parent_id from up join file f on f.id = up.parent_id
  ), there as (
    select up.id from up join space s on s.root_id = up.id where up.parent_id is null
    union all
    select up.id from there join up on up.parent_id = there.id
  ), with_target as (
    select distinct own.link_id from own join there on there.id = own.file_id
  )`

export interface PresentedTarget {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  readonly ext: string
}

export async function presentedTargets(
  db: Reader,
  linkIds: readonly string[],
): Promise<Map<string, PresentedTarget[]>> {
  const { rows } = await sql<PresentedTarget & { linkId: string }>`
    select t.link_id as "linkId", f.id, f.name, f.is_folder as "isFolder", f.ext
    from link_target t join file f on f.id = t.file_id
    where t.link_id = any(${linkIds}::uuid[]) order by t.position`.execute(db)
  return Map.groupBy(rows, ({ linkId }) => linkId)
}
