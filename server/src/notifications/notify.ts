import type { NoticeData, NoticeKind } from '@clouddisk/contract/notifications'
import type { Actor } from '../access/actor.ts'
import type { Roles } from '../access/visibility.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { deliver } from './deliver.ts'
import { fanOutAfterCommit } from './fan-out.ts'
import * as store from './store.ts'

/** Telling people what concerns them. */

/** Who is told: people at once, those of departments (all who are in them or below) and of groups a moment later. */
export interface NotificationRecipient {
  readonly principalType: 'person' | 'user' | 'department' | 'group'
  readonly principalId: string
}

export interface NewNotification {
  readonly kind: NoticeKind
  readonly to: readonly NotificationRecipient[]
  /** Who did it: named in it, and not told. Nobody where time or a job did. */
  readonly actor?: Pick<Actor, 'personId' | 'realName'> | undefined
  /** What is known of it, names as they are now; the actor's is added. */
  readonly data: NoticeData
  /**
   * Of an event that is about entries on `data.instanceId`: what these were before. Of departments and groups only those
   * people are told for whom that makes a difference.
   */
  readonly before?: Roles | undefined
  /** Of an event that would be found again: told once for each id (`onceId`). */
  readonly eventId?: string
}

/**
 * Gives notice within the transaction that causes it: where that is rolled back nobody is told. A person is told once,
 * however many ways lead to it; whoever's account has ended, or whose roles leave it nothing anywhere, is not. Costs two
 * statements for all people, one more where departments or groups are addressed.
 */
export async function notify(ctx: Context, tx: Tx, news: NewNotification): Promise<void> {
  const { kind, to, actor, before = null, eventId = newId() } = news
  const data: NoticeData = {
    ...news.data,
    ...(actor && { actorId: actor.personId, actorName: actor.realName }),
  }
  const event = { eventId, kind, data, before, withoutId: actor?.personId ?? null, at: ctx.now() }
  const people = idsOf(to, 'person', 'user')
  const [departmentIds, groupIds] = [idsOf(to, 'department'), idsOf(to, 'group')]
  if (people.length > 0) await deliver(ctx, tx, event, people)
  if (departmentIds.length + groupIds.length === 0) return
  await store.insertFanOut(tx, event, departmentIds, groupIds)
  fanOutAfterCommit(ctx, tx)
}

const idsOf = (
  to: readonly NotificationRecipient[],
  ...types: NotificationRecipient['principalType'][]
): string[] => [
  ...new Set(to.filter((one) => types.includes(one.principalType)).map((one) => one.principalId)),
]
