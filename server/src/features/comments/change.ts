import type * as contract from '@clouddisk/contract/comments'
import { COMMENTS_MAX } from '@clouddisk/contract/comments'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermission, requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { mentionsOf } from './mentions.ts'
import { changeNotices, clearNotices, notifyComment } from './notices.ts'
import { presentComments } from './present.ts'
import { countComment } from './rate.ts'
import { requireReader } from './readers.ts'
import * as store from './store.ts'

/** Writes, changes and removes comments. */

type CommentReply = Reply<typeof contract.createComment>

export async function createComment(
  ctx: Context,
  actor: Actor,
  { instanceId, text, mentions }: Input<typeof contract.createComment>,
): Promise<CommentReply> {
  const said = textOf(text)
  const id = await resolveFolderId(ctx.db.reader, actor, instanceId)
  return ctx.db.transact(async (tx) => {
    const item = await lockedItem(tx, actor, id)
    if (!item) refuse('not_found')
    requireWriter(actor, item)
    countComment(actor.personId, ctx.now())
    const named = await mentionsOf(tx, item, mentions, ctx.now())
    const comment = await store.insert(tx, {
      id: newId(),
      fileId: item.id,
      authorId: actor.personId,
      text: said,
      mentions: named,
      createdAt: ctx.now(),
    })
    if (!comment) refuse('too_many_comments', { limit: COMMENTS_MAX })
    await record(tx, actor, 'comment.added', item, comment)
    await notifyComment(ctx, tx, actor, { item, comment, isNew: true })
    return presentOne(tx, actor, item, comment)
  })
}

export async function updateComment(
  ctx: Context,
  actor: Actor,
  { commentId, text, mentions }: Input<typeof contract.updateComment>,
): Promise<CommentReply> {
  const said = textOf(text)
  return ctx.db.transact(async (tx) => {
    const { item, comment } = await lockedComment(tx, actor, commentId)
    if (comment.authorId !== actor.personId) refuse('not_permitted')
    requireWriter(actor, item)
    countComment(actor.personId, ctx.now())
    const kept = new Set(comment.mentions)
    // Who was mentioned before may have lost access since.
    const fresh = mentions?.filter((id) => !kept.has(id.toLowerCase()))
    const added = await mentionsOf(tx, item, fresh, ctx.now())
    const stay = mentions === undefined ? comment.mentions : namedAgain(comment.mentions, mentions)
    const changed = { ...comment, text: said, mentions: [...stay, ...added], editedAt: ctx.now() }
    await store.update(tx, comment.id, changed)
    await record(tx, actor, 'comment.changed', item, comment)
    await changeNotices(ctx, tx, item, { before: comment, after: changed })
    if (added.length > 0) await notifyComment(ctx, tx, actor, { item, comment: changed, isNew: false })
    return presentOne(tx, actor, item, changed)
  })
}

export async function removeComment(
  ctx: Context,
  actor: Actor,
  { commentId }: Input<typeof contract.removeComment>,
): Promise<Reply<typeof contract.removeComment>> {
  return ctx.db.transact(async (tx) => {
    const { item, comment } = await lockedComment(tx, actor, commentId)
    if (comment.authorId !== actor.personId) requirePermission(item, 'members')
    await store.remove(tx, comment.id)
    await record(tx, actor, 'comment.removed', item, comment)
    await clearNotices(tx, comment)
    return { commentId: comment.id }
  })
}

const namedAgain = (before: readonly string[], now: readonly string[]): string[] => {
  const named = new Set(now.map((id) => id.toLowerCase()))
  return before.filter((id) => named.has(id))
}

function textOf(text: string): string {
  const said = text.replace(/\r\n?/g, '\n').trim()
  if (said === '') refuseField('text', 'missing')
  return said
}

function requireWriter(actor: Actor, item: ResolvedItem): void {
  requireReader(actor, item)
  requirePermissionWithReason(actor, item, 'comment')
}

/** The item, which is not purged before the transaction ends. */
async function lockedItem(tx: Tx, actor: Actor, id: string): Promise<ResolvedItem | undefined> {
  if (!isId(id)) return undefined
  await store.lockFile(tx, id)
  return (await resolveAll(tx, actor, [id])).get(id.toLowerCase())
}

/** A comment on an item whose comments the actor reads; others get the answer of comments that do not exist. */
async function lockedComment(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ item: ResolvedItem; comment: store.CommentRow }> {
  const known = isId(id) ? await store.byId(tx, id) : undefined
  const item = known && (await lockedItem(tx, actor, known.fileId))
  const comment = item && (await store.lockedById(tx, id))
  if (!item || !comment) refuseNotFound('comment')
  if (comment.authorId !== actor.personId) requireReader(actor, item)
  return { item, comment }
}

const record = (
  tx: Tx,
  actor: Actor,
  kind: 'comment.added' | 'comment.changed' | 'comment.removed',
  item: ResolvedItem,
  { id, authorId }: store.CommentRow,
): Promise<void> =>
  recordChange(tx, {
    kind,
    spaceId: item.spaceId,
    fileId: item.id,
    parentIds: [item.parentId],
    actorId: actor.personId,
    details: { name: item.name, commentId: id, authorId },
  })

async function presentOne(
  tx: Tx,
  actor: Actor,
  item: ResolvedItem,
  comment: store.CommentRow,
): Promise<CommentReply> {
  const [shown] = await presentComments(tx, actor, item, [comment])
  return shown ?? refuse('not_found')
}
