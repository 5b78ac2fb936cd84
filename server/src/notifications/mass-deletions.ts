import { HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { recordChange } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import { createdAtOf } from '../db/ids.ts'
import { deterministicEventId } from './deterministic-id.ts'
import { notify } from './notify.ts'
import { describeOwnedFolder } from './space-owner.ts'

/** Notifies owners of mass deletions. */

export interface MassDeletion {
  /** The root of a group, or the folder that was shared with the actor. */
  readonly sharedRootId: string
  /** Items of the whole deletion so far, together with recent deletions by the same person. */
  readonly count: number
  /** What went in others: then no deletion has it all. */
  readonly recent?: number | undefined
}

/**
 * Notifies the owners of each folder: who owns and manages the group, or who shared the folder. A deletion that `goesOn`
 * causes one notification: it is updated with the new count and becomes unread.
 */
export async function notifyMassDeletions(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id: deletionId, goesOn }: { id: string; goesOn: boolean },
  deletions: readonly MassDeletion[],
): Promise<void> {
  const grew = new Set<string>()
  for (const { sharedRootId, count, recent } of deletions) {
    const place = await describeOwnedFolder(tx, sharedRootId)
    if (!place) continue
    const eventId = deterministicEventId(
      createdAtOf(deletionId),
      'files.massDeleted',
      deletionId,
      sharedRootId,
    )
    if (goesOn) for (const id of await grow(tx, eventId, deletionId, count)) grew.add(id)
    await notify(ctx, tx, {
      kind: 'files.massDeleted',
      to: place.to,
      actor,
      data: { ...place.about, count, ...(recent === undefined && { deletionId }) },
      eventId,
    })
  }
  if (grew.size === 0) return
  await recordChange(tx, {
    kind: 'notification.added',
    spaceId: null,
    principalIds: [...grew],
    fileId: null,
    parentIds: [],
    actorId: null,
  })
}

/** Clock skew to allow between servers. */
const MAX_CLOCK_SKEW_MS = HOUR

/** Returns who had been notified. */
async function grow(tx: Tx, eventId: string, deletionId: string, count: number): Promise<string[]> {
  const since = new Date(createdAtOf(deletionId).getTime() - MAX_CLOCK_SKEW_MS)
  const grown = sql`data || jsonb_build_object('count', greatest((data ->> 'count')::bigint, ${count}::bigint))`
  const { rows } = await sql<{ id: string }>`
    update notification set data = ${grown}, read_at = null
    where created_at >= ${since}::timestamptz and event_id = ${eventId}
    returning person_id as id`.execute(tx)
  await sql`update notification_spread set data = ${grown} where event_id = ${eventId}`.execute(tx)
  return rows.map(({ id }) => id)
}
