import { HIGH_CLASSIFICATION } from '@clouddisk/contract/classification'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/**
 * How many files links keep from their visitors for a high classification, by link; without those that keep none. In one statement,
 * upwards from what is highly classified in the spaces of the links, which is little; of a folder the cached total counts.
 */
export async function keptFiles(db: Reader, linkIds: readonly string[]): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map()
  const { rows } = await sql<{ linkId: string; files: number }>`
    with recursive target as (
      select t.link_id, f.id, f.parent_id, f.space_id, f.total_files
      from link_target t join file f on f.id = t.file_id where t.link_id = any(${linkIds}::uuid[])
    ), high as (
      -- From an array, as in access/classification.ts.
      select f.id, f.parent_id, f.total_files from file f where f.id = any(array(
        select h.id from file h
        where h.space_id in (select space_id from target) and h.classification >= ${sql.lit(HIGH_CLASSIFICATION)}))
    ), above as (
      select id as start, id, parent_id from high
      union
      select target.id, target.id, target.parent_id from target where exists (select from high)
      union
      select above.start, f.id, f.parent_id from above join file f on f.id = above.parent_id
    ), kept as (
      -- A target that is in something high, or is itself.
      select target.link_id, target.id, target.total_files from target
      where exists (select from above a join high on high.id = a.id where a.start = target.id)
      union
      -- What is high below a target, and not in a folder that is high as well.
      select target.link_id, high.id, high.total_files
      from target join above on above.id = target.id join high on high.id = above.start
      where not exists (select from above a join high outer_one on outer_one.id = a.id where a.start = high.id and a.id <> high.id)
    )
    select link_id as "linkId", sum(total_files) as files from kept group by link_id`.execute(db)
  return new Map(rows.map(({ linkId, files }) => [linkId, Number(files)]))
}
