import type { LinkSyncState, queryLinkSyncStatus } from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { batchIds } from '../../tree/batch.ts'

/** How far the sync to other clusters is of what a person's links open (B§4, R173). */
export async function syncStatus(
  ctx: Context,
  actor: Actor,
  shareIds: string | readonly string[],
): Promise<Reply<typeof queryLinkSyncStatus>> {
  const ids = batchIds(shareIds, 'shareIds').filter(isId)
  const { rows } = await sql<{ shareId: string; status: LinkSyncState }>`
    with recursive up as (
      select t.link_id, t.file_id as target_id, t.file_id as id
      from link l join link_target t on t.link_id = l.id
      where l.id = any(${ids}::uuid[]) and l.created_by = ${actor.personId}::uuid
      union all
      -- The sync of the nearest folder counts.
      select up.link_id, up.target_id, f.parent_id from up join file f on f.id = up.id
      where f.parent_id is not null and not exists (select from sync_rule r where r.file_id = up.id)
    ), target as (
      select up.link_id, up.target_id, bool_or(t.state = 'failed') as failed, bool_or(t.state = 'syncing') as syncing,
        count(t.state) > 0 and bool_and(t.state = 'finished') filter (where t.state is not null) as finished
      from up left join sync_rule r on r.file_id = up.id left join sync_target t on t.rule_id = r.id
      group by up.link_id, up.target_id
    )
    select link_id as "shareId", case when bool_or(failed) then 'failed' when bool_or(syncing) then 'syncing'
      when bool_and(finished) then 'finished' else 'notStarted' end as status
    from target group by link_id`.execute(ctx.db.reader)
  return { list: rows }
}
