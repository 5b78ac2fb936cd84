import type { NoticeData } from '@clouddisk/contract/notifications'
import { HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { createdAtOf } from '../db/ids.ts'
import { wakeStreams } from './deliver.ts'
import { deterministicEventId } from './deterministic-id.ts'
import { type NotificationRecipient, notify } from './notify.ts'

/** Notifies owners of mass deletions and mass moves. */

interface MassDeletion {
  /** The root of a group, or the folder that was shared with the actor. */
  readonly sharedRootId: string
  /** Items of the whole deletion so far, together with recent deletions by the same person. */
  readonly count: number
  /** Items of other recent deletions among them; undefined: there were none. */
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
  const notified = new Set<string>()
  for (const { sharedRootId, count, recent } of deletions) {
    const place = await describeOwnedFolder(tx, sharedRootId)
    if (!place) continue
    const eventId = deterministicEventId(
      createdAtOf(deletionId),
      'files.massDeleted',
      deletionId,
      sharedRootId,
    )
    if (goesOn) for (const id of await updateCount(tx, eventId, deletionId, count)) notified.add(id)
    await notify(ctx, tx, {
      kind: 'files.massDeleted',
      to: place.to,
      actor,
      data: { ...place.about, count, ...(recent === undefined && { deletionId }) },
      eventId,
    })
  }
  await wakeStreams(tx, [...notified])
}

/** Clock skew to allow between servers. */
const MAX_CLOCK_SKEW_MS = HOUR

/** Returns the people who have the notification. */
async function updateCount(tx: Tx, eventId: string, deletionId: string, count: number): Promise<string[]> {
  const since = new Date(createdAtOf(deletionId).getTime() - MAX_CLOCK_SKEW_MS)
  const grown = sql`data || jsonb_build_object('count', greatest((data ->> 'count')::bigint, ${count}::bigint))`
  const { rows } = await sql<{ id: string }>`
    update notification set data = ${grown}, read_at = null
    where created_at >= ${since}::timestamptz and event_id = ${eventId}
    returning person_id as id`.execute(tx)
  await sql`update notification_fan_out set data = ${grown} where event_id = ${eventId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Notifies the owners of mass moves into another space. */
export async function notifyMassMoves(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  moves: readonly Pick<MassDeletion, 'sharedRootId' | 'count'>[],
): Promise<void> {
  for (const { sharedRootId, count } of moves) {
    const place = await describeOwnedFolder(tx, sharedRootId)
    if (!place) continue
    await notify(ctx, tx, {
      kind: 'files.massMoved',
      to: place.to,
      actor,
      data: { ...place.about, count },
    })
  }
}

/** Owner and description of a folder: who owns and manages the group, or who shared the folder. */
async function describeOwnedFolder(
  tx: Tx,
  sharedRootId: string,
): Promise<{ to: NotificationRecipient[]; about: NoticeData } | undefined> {
  const place = await tx
    .selectFrom('file')
    .innerJoin('space', 'space.id', 'file.space_id')
    .leftJoin('group', 'group.id', 'space.id')
    .select(['file.name', 'file.is_folder as isFolder', 'space.root_id as rootId'])
    .select(['group.id as groupId', 'group.name as groupName'])
    .where('file.id', '=', sharedRootId)
    .executeTakeFirst()
  if (!place) return undefined
  const { name, isFolder, rootId, groupId, groupName } = place
  const to = await tx
    .selectFrom('file_grant')
    .select(['principal_type as principalType', 'principal_id as principalId'])
    .where('file_id', '=', rootId)
    .where('source', 'in', ['owner', 'member'])
    .where('role', 'in', ['owner', 'manager'])
    .execute()
  const about = {
    instanceId: sharedRootId,
    instanceName: name,
    isFolder,
    ...(groupId && { groupId, groupName: groupName ?? '' }),
  }
  return { to, about }
}
