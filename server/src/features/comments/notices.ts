import type { NoticeData } from '@clouddisk/contract/notifications'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { beginningOf } from '../../notifications/beginning.ts'
import {
  type NotifiedEvents,
  peopleNotified,
  removeEarlier,
  removeMessage,
  setMessage,
  withdraw,
  withoutMail,
} from '../../notifications/change-message.ts'
import { deterministicEventId } from '../../notifications/deterministic-id.ts'
import { notify } from '../../notifications/notify.ts'
import { readersAmong } from './readers.ts'
import { type CommentRow, peopleConcerned } from './store.ts'

/** Notifications about comments. Each person gets one about a comment of each kind, however often it is changed. */

/** Notifies people who are mentioned, and of a new comment the others concerned, as far as they read comments. */
export async function notifyComment(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { item, comment, isNew }: { item: ResolvedItem; comment: CommentRow; isNew: boolean },
): Promise<void> {
  const mentioned = new Set(comment.mentions)
  const others = isNew ? await peopleConcerned(tx, item.id) : []
  const people = [...new Set([...mentioned, ...others])].filter((id) => id !== actor.personId)
  const readers = await readersAmong(tx, people, item, ctx.now())
  const groups = Map.groupBy(
    readers,
    ({ personId, seesParent }) => `${mentioned.has(personId)} ${seesParent}`,
  )
  for (const [one, ...rest] of groups.values()) {
    if (!one) continue
    const kind = mentioned.has(one.personId) ? 'comment.mentioned' : 'comment.added'
    const eventId = eventIdOf(comment, kind)
    const ids = [one, ...rest].map(({ personId }) => personId)
    const mailed =
      kind === 'comment.mentioned'
        ? await removeEarlier(tx, { kind, actorId: actor.personId, instanceId: item.id }, ids, ctx.now())
        : []
    await notify(ctx, tx, {
      kind,
      to: ids.map((principalId) => ({ principalType: 'person', principalId })),
      actor,
      data: dataOf(item, comment, one.seesParent),
      eventId,
    })
    await withoutMail(tx, eventId, mailed)
  }
}

/** Notifications have the beginning of the comment as it is now, for those who still read it. */
export async function changeNotices(
  ctx: Context,
  tx: Tx,
  item: ResolvedItem,
  { before, after }: { before: CommentRow; after: CommentRow },
): Promise<void> {
  const events = eventsOf(before)
  const people = await peopleNotified(tx, events)
  const readers = (await readersAmong(tx, people, item, ctx.now())).map(({ personId }) => personId)
  await setMessage(tx, events, readers, beginningOf(after.text))
  await removeMessage(
    tx,
    events,
    people.filter((id) => !readers.includes(id)),
  )
}

/** Nothing of the comment's text is left in notifications; unread ones are gone. */
export const clearNotices = (tx: Tx, comment: CommentRow): Promise<void> => withdraw(tx, eventsOf(comment))

const KINDS = ['comment.mentioned', 'comment.added'] as const

const eventIdOf = ({ id, createdAt }: CommentRow, kind: (typeof KINDS)[number]): string =>
  deterministicEventId(createdAt, kind, id)

const eventsOf = (comment: CommentRow): NotifiedEvents => ({
  eventIds: KINDS.map((kind) => eventIdOf(comment, kind)),
  since: comment.createdAt,
  until: comment.editedAt ?? comment.createdAt,
})

function dataOf(item: ResolvedItem, comment: CommentRow, seesParent: boolean): NoticeData {
  const { id, parentId, name, isFolder, spaceKind, spaceId } = item
  const isRoot = id === item.rootId
  return {
    instanceId: id,
    instanceName: name,
    isFolder,
    ...(spaceKind === 'group' && { groupId: spaceId }),
    ...(seesParent && parentId !== null && !isRoot && { parentId }),
    message: beginningOf(comment.text),
  }
}
