import { LINK_CHECKS_SHOWN, type LinkCheck, type LinkPermission } from '@clouddisk/contract/links'
import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../../context.ts'
import { recordChange } from '../../../db/changes.ts'
import type { Reader, Tx } from '../../../db/database.ts'
import type { LinkReview, LinkVerdict } from '../../../db/schema.ts'
import { isOn } from '../../dlp/scan.ts'
import * as admin from '../admin-store.ts'
import { decidersOf } from '../deciders.ts'
import { notifyHeld, notifyOwner, notifyReviewers } from '../notices.ts'
import * as store from './review-store.ts'

/**
 * The check of a link before it opens (B§4 "Outbound check", G9): its files are scanned; content that may not leave blocks it, other
 * finds need the decision of an administrator who may stop the link; without finds it opens. After seven days without a decision it is
 * refused.
 */

const REVIEW_MS = 7 * DAY

/** Visitors see nothing of such a link but what they have uploaded. */
export const isUploadOnly = (permissions: readonly LinkPermission[]): boolean =>
  permissions.every((one) => one === 'upload')

/** Keeps a new link closed until its files are checked, where any rule is enabled. */
export async function beginReview(
  ctx: Context,
  tx: Tx,
  linkId: string,
  permissions: readonly LinkPermission[],
): Promise<void> {
  if (isUploadOnly(permissions) || !(await isOn(ctx, tx))) return
  await store.setReview(tx, linkId, 'scanning', ctx.now())
  await store.setChecked(tx, linkId)
}

/** All files of a link have been checked: it opens, waits for a decision, or stays closed. */
export function endScan(ctx: Context, linkId: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    const link = await store.lockReview(tx, linkId)
    if (link?.review !== 'scanning' || link.endedAt) return
    const { files, checked, review, block } = await store.countFiles(tx, linkId)
    // Some changed meanwhile.
    if (checked < files) return
    const next: LinkReview = block > 0 ? 'blocked' : review > 0 ? 'waiting' : 'passed'
    await moveOn(ctx, tx, link, next)
    if (next === 'blocked') await notifyOwner(ctx, tx, 'link.blocked', link)
    if (next === 'waiting') await notifyReviewers(ctx, tx, link, await reviewersOf(ctx, tx, link.id))
  })
}

/** Files that came into an open link, or changed there, and that visitors do not see. */
export async function announceHeld(
  ctx: Context,
  linkId: string,
  verdicts: readonly LinkVerdict[],
): Promise<void> {
  const held = verdicts.filter((verdict) => verdict !== 'clear')
  if (held.length === 0) return
  await ctx.db.transact(async (tx) => {
    const link = await store.findReview(tx, linkId)
    if (!link) return
    await moveOn(ctx, tx, link, link.review)
    await notifyHeld(ctx, tx, link, held.length)
    if (held.includes('review')) await notifyReviewers(ctx, tx, link, await reviewersOf(ctx, tx, link.id))
  })
}

/** Into another state, which the owner's pages show. */
export async function moveOn(
  ctx: Context,
  tx: Tx,
  link: Pick<store.ReviewedLink, 'id' | 'ownerId' | 'review'>,
  review: LinkReview,
  by?: { reviewedBy: string; note: string },
): Promise<void> {
  if (review !== link.review || by) await store.setReview(tx, link.id, review, ctx.now(), by)
  await recordChange(tx, {
    kind: 'link.reviewed',
    spaceId: null,
    personId: link.ownerId,
    fileId: null,
    parentIds: [],
    actorId: by?.reviewedBy ?? null,
  })
}

/** Administrators who may decide about a link, without its owner. */
export async function reviewersOf(ctx: Context, db: Reader, linkId: string): Promise<string[]> {
  const link = (await admin.linkOwners(db, [linkId])).get(linkId)
  return link ? decidersOf(ctx, db, link) : []
}

const LINKS_PER_STEP = 50

/** Refuses links that have waited too long for a decision. */
export async function expireReviews(ctx: Context): Promise<void> {
  const step = () =>
    ctx.db.transact(async (tx) => {
      const before = new Date(ctx.now().getTime() - REVIEW_MS)
      const ids = await store.lockOverdue(tx, before, LINKS_PER_STEP)
      for (const id of ids) {
        const link = await store.findReview(tx, id)
        if (!link) continue
        await moveOn(ctx, tx, link, 'timeout')
        await notifyOwner(ctx, tx, 'link.unreviewed', link)
      }
      return ids.length
    })
  while ((await step()) === LINKS_PER_STEP);
}

export async function present(ctx: Context, link: store.ReviewedLink): Promise<LinkCheck> {
  const db = ctx.db.reader
  const [{ files, checked }, found] = await Promise.all([
    store.countFiles(db, link.id),
    store.selectFound(db, link.id, LINK_CHECKS_SHOWN),
  ])
  return {
    review: link.review,
    reviewTime: link.reviewAt?.toISOString() ?? null,
    reviewer: link.reviewer,
    note: link.reviewNote ?? '',
    files,
    checked,
    list: found.flatMap(({ fileId, name, folders, verdict, matches, unreadable }) =>
      verdict === 'clear'
        ? []
        : [
            {
              instanceId: fileId,
              instanceName: name,
              folders: [...folders],
              verdict,
              matches: [...matches],
              unreadable: [...unreadable],
            },
          ],
    ),
  }
}
