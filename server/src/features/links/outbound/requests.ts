import { LIMITS } from '@clouddisk/contract/limits'
import { LINK_TARGETS_MAX } from '@clouddisk/contract/links'
import { lengthOf } from '@clouddisk/contract/names'
import type { NoticeData, NoticeKind } from '@clouddisk/contract/notifications'
import {
  type applyOutbound,
  OUTBOUND_KEPT_DAYS,
  OUTBOUND_REASON_MAX,
  OUTBOUND_REVIEW_DAYS,
  type OutboundRequest,
  type queryInvalidLinkOaApply,
  type queryOutbound,
} from '@clouddisk/contract/outbound'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../../access/actor.ts'
import { mayShareOutside } from '../../../access/outbound.ts'
import { resolveAll } from '../../../access/resolve.ts'
import { audit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { approvalUrl } from '../../../db/approval-url.ts'
import { recordChange } from '../../../db/changes.ts'
import type { Tx } from '../../../db/database.ts'
import { isId, newId } from '../../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../../errors/refusal.ts'
import { notify } from '../../../notifications/notify.ts'
import { batchIds } from '../../../tree/batch.ts'
import { decidersOf } from '../deciders.ts'
import { DAYS, presentRequest } from './present.ts'
import * as store from './store.ts'

/** Asking for the outbound permission: what a person does, and what becomes of requests by themselves. */

export async function query(ctx: Context, { personId }: Actor): Promise<Reply<typeof queryOutbound>> {
  const db = ctx.db.reader
  const now = ctx.now()
  const request = await store.openRequest(db, personId, now)
  return {
    permitted: await mayShareOutside(db, personId, now),
    request: request ? presentRequest(request, now) : null,
    approvalUrl: request ? await approvalUrl(db, request.id) : '',
  }
}

export async function ended(
  ctx: Context,
  { personId }: Actor,
  input: Input<typeof queryInvalidLinkOaApply>,
): Promise<Reply<typeof queryInvalidLinkOaApply>> {
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault } = input
  const now = ctx.now()
  const page = { limit: pageSize, skip: (pageNo - 1) * pageSize }
  const { rows, total } = await store.endedRequests(ctx.db.reader, personId, now, page)
  return { list: rows.map((row) => presentRequest(row, now)), total, pageNo, pageSize }
}

export function apply(
  ctx: Context,
  actor: Actor,
  input: Input<typeof applyOutbound>,
): Promise<OutboundRequest> {
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'missing')
  if (lengthOf(reason) > OUTBOUND_REASON_MAX) refuseField('reason', 'too_long')
  const ids = input.instanceIds === undefined ? [] : batchIds(input.instanceIds, 'instanceIds')
  if (ids.length > LINK_TARGETS_MAX) refuse('too_many_items', { limit: LINK_TARGETS_MAX })
  return ctx.db.transact(async (tx) => {
    const found = await resolveAll(tx, actor, ids)
    const fileNames = ids.map((id) => (found.get(id) ?? refuse('not_found')).name)
    const now = ctx.now()
    if (await mayShareOutside(tx, actor.personId, now)) refuse('outbound_permitted')
    const request = {
      id: newId(),
      ownerId: actor.personId,
      reason,
      days: DAYS[input.duration],
      fileNames,
      createdAt: now,
    }
    if (!(await store.insertRequest(tx, request))) refuse('outbound_requested')
    await record(tx, request, actor.personId)
    await audit(tx, {
      action: 'outbound.requested',
      object: { type: 'outboundRequest', id: request.id, name: actor.realName },
      detail: { reason, duration: input.duration, files: fileNames },
    })
    await notifyDeciders(ctx, tx, actor, reason)
    return presentRequest((await store.lockRequest(tx, request.id)) ?? refuseNotFound('outboundRequest'), now)
  })
}

async function notifyDeciders(ctx: Context, tx: Tx, actor: Actor, reason: string): Promise<void> {
  const owner = (await store.requestOwners(tx, [actor.personId])).get(actor.personId)
  const deciders = owner ? await decidersOf(ctx, tx, owner) : []
  if (deciders.length === 0) return
  await notify(ctx, tx, {
    kind: 'outbound.toReview',
    to: deciders.map((principalId) => ({ principalType: 'person', principalId })),
    actor,
    data: { message: reason },
  })
}

export async function withdraw(ctx: Context, actor: Actor, requestId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const request = isId(requestId) ? await store.lockRequest(tx, requestId) : undefined
    if (request?.ownerId !== actor.personId) refuseNotFound('outboundRequest')
    if (request.state !== 'waiting') refuse('outbound_decided')
    await store.setState(tx, request.id, 'withdrawn', ctx.now())
    await record(tx, request, actor.personId)
    await audit(tx, {
      action: 'outbound.withdrawn',
      object: { type: 'outboundRequest', id: request.id, name: actor.realName },
    })
  })
}

/** The pages of the person show it; their links may have got another state. */
export const record = (
  tx: Tx,
  { ownerId }: Pick<store.RequestRow, 'ownerId'>,
  actorId: string | null,
): Promise<void> =>
  recordChange(tx, {
    kind: 'link.reviewed',
    spaceId: null,
    personId: ownerId,
    fileId: null,
    parentIds: [],
    actorId,
  })

export const notifyPerson = (
  ctx: Context,
  tx: Tx,
  kind: Extract<NoticeKind, `outbound.${string}`>,
  { ownerId }: Pick<store.RequestRow, 'ownerId'>,
  data: NoticeData = {},
): Promise<void> => notify(ctx, tx, { kind, to: [{ principalType: 'person', principalId: ownerId }], data })

const REVIEW_MS = OUTBOUND_REVIEW_DAYS * DAY
const KEPT_MS = OUTBOUND_KEPT_DAYS * DAY
const REQUESTS_PER_STEP = 50

/** Ends requests that were not decided about in time, and permissions whose time is over. */
export async function expireRequests(ctx: Context): Promise<void> {
  const step = () =>
    ctx.db.transact(async (tx) => {
      const now = ctx.now()
      const waitingSince = new Date(now.getTime() - REVIEW_MS)
      const requests = await store.lockOverdue(tx, { waitingSince, now, limit: REQUESTS_PER_STEP })
      for (const request of requests) await end(ctx, tx, request)
      return requests.length
    })
  while ((await step()) === REQUESTS_PER_STEP);
  await store.deleteEnded(ctx.db.reader, new Date(ctx.now().getTime() - KEPT_MS))
}

async function end(ctx: Context, tx: Tx, request: store.RequestRow): Promise<void> {
  const wasWaiting = request.state === 'waiting'
  const state = wasWaiting ? 'timeout' : 'expired'
  await store.setState(tx, request.id, state, ctx.now())
  await record(tx, request, null)
  const owner = (await store.requestOwners(tx, [request.ownerId])).get(request.ownerId)
  await audit(tx, {
    action: `outbound.${state}`,
    object: { type: 'outboundRequest', id: request.id, name: owner?.realName ?? '' },
  })
  if (wasWaiting) await notifyPerson(ctx, tx, 'outbound.unreviewed', request)
  // A role may give it meanwhile.
  else if (!(await mayShareOutside(tx, request.ownerId, ctx.now())))
    await notifyPerson(ctx, tx, 'outbound.ended', request)
}
