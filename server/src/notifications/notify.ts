import type { NoticeData, NoticeKind } from '@clouddisk/contract/notifications'
import type { Actor } from '../access/actor.ts'
import type { RolesByPrincipal } from '../access/visibility.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { deliver } from './deliver.ts'
import { fanOutAfterCommit } from './fan-out.ts'
import * as store from './store.ts'

/** Creates notifications. */

/** People are notified at once; departments, with all below them, and groups by the fan-out. */
export interface NotificationRecipient {
  readonly principalType: 'person' | 'user' | 'department' | 'group'
  readonly principalId: string
}

export interface NewNotification {
  readonly kind: NoticeKind
  readonly to: readonly NotificationRecipient[]
  /** The actor: named in the notification and not notified. Null for jobs. */
  readonly actor?: Pick<Actor, 'personId' | 'realName'> | undefined
  /** Data of the event, with current names; the actor's is added. */
  readonly data: NoticeData
  /**
   * For events about permissions on `data.instanceId`: the previous ones. Of departments and groups, only people whose
   * access changed are notified.
   */
  readonly before?: RolesByPrincipal | undefined
  /** Deterministic id of an event that may be found again; it is delivered once for each id. */
  readonly eventId?: string
}

/**
 * Creates a notification in the transaction that causes it. Each person gets it once; people whose account has ended or
 * who have no roles do not. Takes two statements for all people, one more for departments and groups.
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
