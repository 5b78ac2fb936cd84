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
  const told = event.kind === 'expiry.account' ? personIds : await peopleWithPermissions(tx, personIds, now)
  const shown = await store.insertNotifications(tx, event, told, {
    mails: ctx.config.mail !== undefined,
    now,
  })
  if (shown.length === 0) return
  await recordChange(tx, {
    kind: 'notification.added',
    spaceId: null,
    principalIds: shown,
    fileId: null,
    parentIds: [],
    actorId: null,
  })
}
