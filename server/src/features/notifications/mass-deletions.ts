import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from './notifications.ts'
import { ownedPlace } from './owned-place.ts'

/** Telling owners that much of what many have was taken away. */

export interface MassDeletion {
  /** A group's root, or what was shared with who did it. */
  readonly placeId: string
  readonly count: number
}

/** Whose it is is told, each place by itself: who owns and manages the group, or who shared the folder. */
export async function tellMassDeletions(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  deletionId: string,
  deletions: readonly MassDeletion[],
): Promise<void> {
  for (const { placeId, count } of deletions) {
    const place = await ownedPlace(tx, placeId)
    if (!place) continue
    await notify(ctx, tx, {
      kind: 'files.massDeleted',
      to: place.to,
      actor,
      data: { ...place.about, count, deletionId },
    })
  }
}

/** A deletion that was told goes on: what tells of it says how much that is now. `since` is when it began. */
export async function growMassDeletions(
  tx: Tx,
  deletionId: string,
  since: Date,
  deletions: readonly MassDeletion[],
): Promise<void> {
  const grew = new Set<string>()
  for (const { placeId, count } of deletions) {
    const same = sql`kind = 'files.massDeleted' and data->>'deletionId' = ${deletionId} and data->>'instanceId' = ${placeId}`
    const grown = sql`data || ${JSON.stringify({ count })}::jsonb`
    const { rows } = await sql<{ id: string }>`
      update notification set data = ${grown} where created_at >= ${since}::timestamptz and ${same}
      returning person_id as id`.execute(tx)
    for (const { id } of rows) grew.add(id)
    await sql`update notification_spread set data = ${grown} where ${same}`.execute(tx)
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
