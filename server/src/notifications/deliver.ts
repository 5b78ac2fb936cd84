import { peopleWithPermissions } from '../access/granting.ts'
import type { Context } from '../context.ts'
import { recordChange } from '../db/changes.ts'
import type { Tx } from '../db/database.ts'
import type { NotificationEvent } from './store.ts'
import * as store from './store.ts'

/**
 * Delivers an event to people who do not have it yet, and wakes their event streams. People without roles get only
 * notifications about their own account.
 */
export async function deliver(
  ctx: Context,
  tx: Tx,
  event: NotificationEvent,
  personIds: readonly string[],
): Promise<void> {
  const now = ctx.now()
  const recipients =
    event.kind === 'expiry.account' ? personIds : await peopleWithPermissions(tx, personIds, now)
  const shown = await store.insertNotifications(tx, event, recipients, {
    mails: ctx.config.mail !== undefined,
    now,
  })
  await wakeStreams(tx, shown)
}

/** Wakes the event streams of people whose notifications have changed. */
export async function wakeStreams(tx: Tx, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return
  await recordChange(tx, {
    kind: 'notification.added',
    spaceId: null,
    principalIds: personIds,
    fileId: null,
    parentIds: [],
    actorId: null,
  })
}
