import type { NoticeData, NoticeKind } from '@clouddisk/contract/notifications'
import { HOUR } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { deterministicEventId } from '../../notifications/deterministic-id.ts'
import { increaseCount } from '../../notifications/increase-count.ts'
import { notify } from '../../notifications/notify.ts'
import * as store from './store.ts'

interface NoticedLink {
  readonly id: string
  readonly ownerId: string
  readonly expiresAt: Date | null
}

/** What owners are told of their links. The first of several targets is named. */
export async function notifyOwner(
  ctx: Context,
  tx: Tx,
  kind: Extract<NoticeKind, `link.${string}`>,
  link: NoticedLink,
  more: { readonly eventId?: string } & Pick<NoticeData, 'count' | 'message'> = {},
): Promise<void> {
  const target = await store.firstTarget(tx, link.id)
  if (!target) return
  await notify(ctx, tx, {
    kind,
    to: [{ principalType: 'person', principalId: link.ownerId }],
    data: {
      instanceId: target.id,
      instanceName: target.name,
      isFolder: target.isFolder,
      ...(kind === 'link.expiring' && { expireTime: link.expiresAt?.toISOString() ?? null }),
      // The files are opened where they lie.
      ...(more.count !== undefined && {
        count: more.count,
        ...(target.groupId && { groupId: target.groupId }),
      }),
      ...(more.message !== undefined && { message: more.message }),
    },
    ...(more.eventId !== undefined && { eventId: more.eventId }),
  })
}

/** Tells those who may decide about a link that it waits for them. */
export async function notifyReviewers(
  ctx: Context,
  tx: Tx,
  link: NoticedLink,
  reviewers: readonly string[],
): Promise<void> {
  const target = await store.firstTarget(tx, link.id)
  const owner = await tx
    .selectFrom('person')
    .select('real_name')
    .where('id', '=', link.ownerId)
    .executeTakeFirst()
  if (!target || !owner || reviewers.length === 0) return
  await notify(ctx, tx, {
    kind: 'link.toReview',
    to: reviewers.map((principalId) => ({ principalType: 'person', principalId })),
    data: {
      actorId: link.ownerId,
      actorName: owner.real_name,
      instanceName: target.name,
      isFolder: target.isFolder,
    },
  })
}

/** Files of a link that visitors do not see: one notification for each link and hour. */
export async function notifyHeld(ctx: Context, tx: Tx, link: NoticedLink, files: number): Promise<void> {
  const hour = new Date(Math.floor(ctx.now().getTime() / HOUR) * HOUR)
  const eventId = deterministicEventId(hour, 'link.held', link.id)
  if (await increaseCount(tx, { eventId, since: hour, by: files })) return
  await notifyOwner(ctx, tx, 'link.held', link, { eventId, count: files })
}

/** Files that visitors uploaded: one notification for each link and hour, which counts them and becomes unread again. */
export async function notifyUploaded(ctx: Context, tx: Tx, link: NoticedLink, files: number): Promise<void> {
  const hour = new Date(Math.floor(ctx.now().getTime() / HOUR) * HOUR)
  const eventId = deterministicEventId(hour, 'link.uploaded', link.id)
  if (await increaseCount(tx, { eventId, since: hour, by: files })) return
  await notifyOwner(ctx, tx, 'link.uploaded', link, { eventId, count: files })
}
