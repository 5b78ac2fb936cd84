import { LINK_STOP_REASON_MAX, type reviewAdminLinks } from '@clouddisk/contract/admin-links'
import type { Language } from '@clouddisk/contract/errors'
import type { LinkCheck } from '@clouddisk/contract/links'
import { lengthOf } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../../access/actor.ts'
import { audit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { isId } from '../../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../../errors/refusal.ts'
import { attemptItem, batchIds, type ItemResult, succeeded } from '../../../tree/batch.ts'
import { requireStop, START_LENGTH } from '../admin.ts'
import * as admin from '../admin-store.ts'
import { mayDecide } from '../deciders.ts'
import { notifyOwner } from '../notices.ts'
import { moveOn, present } from './review.ts'
import * as store from './review-store.ts'

/** What reviewers and owners see of a check, and the decision (G9). */

/** For administrators who may stop the link. */
export async function queryCheck(ctx: Context, actor: Actor, shareId: string): Promise<LinkCheck> {
  const owners = await admin.linkOwners(ctx.db.reader, isId(shareId) ? [shareId] : [])
  const owner = owners.get(shareId.toLowerCase()) ?? refuseNotFound('ownLink')
  requireStop(actor, owner)
  return present(ctx, (await store.findReview(ctx.db.reader, owner.id)) ?? refuseNotFound('ownLink'))
}

/** For its owner. */
export async function queryOwnCheck(ctx: Context, actor: Actor, shareId: string): Promise<LinkCheck> {
  const link = isId(shareId) ? await store.findReview(ctx.db.reader, shareId) : undefined
  if (link?.ownerId !== actor.personId) refuseNotFound('ownLink')
  return present(ctx, link)
}

/** Decides about links that wait; one that may not be decided about does not keep the others from it. */
export async function decide(
  ctx: Context,
  actor: Actor,
  input: Input<typeof reviewAdminLinks>,
  language: Language,
): Promise<ItemResult[]> {
  const { agree } = input
  const ids = batchIds(input.shareIds, 'shareIds')
  const note = (input.note ?? '').trim()
  if (note === '' && !agree) refuseField('note', 'missing')
  if (lengthOf(note) > LINK_STOP_REASON_MAX) refuseField('note', 'too_long')
  return ctx.db.transact(async (tx) => {
    const owners = await admin.linkOwners(tx, ids.filter(isId))
    const list: ItemResult[] = []
    for (const id of ids)
      list.push(
        await attemptItem(id, language, async () => {
          const owner = owners.get(id) ?? refuseNotFound('ownLink')
          requireStop(actor, owner)
          if (!(await mayDecide(ctx, tx, actor, owner))) refuse('own_link_review')
          const link = await store.lockReview(tx, id)
          if (!link || link.endedAt || !(await isWaiting(tx, link))) refuse('link_reviewed')
          await store.decideFiles(tx, id, agree ? 'approved' : 'block')
          // An open link stays so; only the files stay closed.
          const next = agree || link.review === 'passed' ? 'passed' : 'refused'
          await moveOn(ctx, tx, link, next, { reviewedBy: actor.personId, note })
          await audit(tx, {
            action: agree ? 'link.approved' : 'link.refused',
            object: { type: 'link', id, name: owner.path.slice(0, START_LENGTH) },
            detail: { account: owner.accountName, ...(note && { note }) },
          })
          const kind = agree ? 'link.approved' : next === 'passed' ? 'link.filesRefused' : 'link.refused'
          await notifyOwner(ctx, tx, kind, link, { ...(note && { message: note }) })
          return succeeded(id)
        }),
      )
    return list
  })
}

/** The link itself, or files that changed in an open one. */
async function isWaiting(tx: Tx, { id, review }: store.ReviewedLink): Promise<boolean> {
  if (review === 'waiting') return true
  return review === 'passed' && (await store.withWaitingFiles(tx, [id])).has(id)
}
