import type { NoticeData } from '@clouddisk/contract/notifications'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { deterministicEventId } from '../../notifications/deterministic-id.ts'
import { notify } from '../../notifications/notify.ts'
import { readersAmong } from './readers.ts'
import { type CommentRow, peopleConcerned } from './store.ts'

/** Notifications about comments. Each person gets one about a comment of each kind, however often it is changed. */

const EXCERPT_MAX = 120

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
    await notify(ctx, tx, {
      kind,
      to: [one, ...rest].map(({ personId }) => ({ principalType: 'person', principalId: personId })),
      actor,
      data: dataOf(item, comment, one.seesParent),
      eventId: deterministicEventId(comment.createdAt, kind, comment.id),
    })
  }
}

function dataOf(item: ResolvedItem, { text }: CommentRow, seesParent: boolean): NoticeData {
  const { id, parentId, name, isFolder, spaceKind, spaceId } = item
  const excerpt = [...text.replace(/\s+/g, ' ')]
  const isRoot = id === item.rootId
  return {
    instanceId: id,
    instanceName: name,
    isFolder,
    ...(spaceKind === 'group' && { groupId: spaceId }),
    ...(seesParent && parentId !== null && !isRoot && { parentId }),
    message: excerpt.length > EXCERPT_MAX ? `${excerpt.slice(0, EXCERPT_MAX).join('')}…` : excerpt.join(''),
  }
}
