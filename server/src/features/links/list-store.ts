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
  const { rows } = await sql<{ id: string; total: number }>`
    select id, count(*) over () as total from (
      select ${linkColumns(asOf)}, l.created_at, l.remark from link l join person on person.id = l.created_by
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
