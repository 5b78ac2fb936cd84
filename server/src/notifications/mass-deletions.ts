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

/** Telling owners that much of what many have was taken away. */

export interface MassDeletion {
  /** A group's root, or what was shared with who did it. */
  readonly sharedRootId: string
  /** Of the whole deletion so far, or with what went in others a short while before. */
  readonly count: number
  /** What went in others: then no deletion has it all. */
  readonly recent?: number | undefined
}

/**
 * Whose it is is told, each place by itself: who owns and manages the group, or who shared the folder. A deletion that
 * `goesOn` is told once all the same: whoever was told of it already reads how much it is now, and has not read that.
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

/** How far the clocks of servers may be apart. */
const MAX_CLOCK_SKEW_MS = HOUR

/** Answers who had been told. */
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
