import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameKey } from '@clouddisk/contract/names'
import {
  type decideOutboundRequests,
  OUTBOUND_NOTE_MAX,
  type OutboundDecision,
  type OutboundState,
  type pageOutboundRequests,
} from '@clouddisk/contract/outbound'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../../access/actor.ts'
import { adminScope } from '../../../access/admin.ts'
import { audit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { isId } from '../../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../../errors/refusal.ts'
import { attemptItem, batchIds, type ItemResult, succeeded } from '../../../tree/batch.ts'
import { requireStop } from '../admin.ts'
import { mayDecide, mayStop } from '../deciders.ts'
import { endOfDays } from '../validity.ts'
import { presentRequest, stateOf } from './present.ts'
import { notifyPerson, record } from './requests.ts'
import * as store from './store.ts'

/** Requests for the outbound permission as administrators see and decide about them; an orgAdmin has those of its departments' people. */

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageOutboundRequests>,
): Promise<Reply<typeof pageOutboundRequests>> {
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault, state } = input
  const scope = adminScope(actor, 'links', 'read')
  const asOf = ctx.now()
  const filter = {
    scope: scope === 'all' ? null : [...scope],
    state,
    keyword: nameKey((input.keyword ?? '').trim()),
    asOf,
  }
  const db = ctx.db.reader
  const { rows, total } = await store.pageRequests(db, filter, {
    limit: pageSize,
    skip: (pageNo - 1) * pageSize,
  })
  const owners = await store.requestOwners(db, [...new Set(rows.map(({ ownerId }) => ownerId))])
  const isOwnDecidable = await mayDecideOwn(ctx, actor, owners)
  const list = rows.flatMap((row) => {
    const owner = owners.get(row.ownerId)
    if (!owner) return []
    const may = mayStop(actor, owner) && (row.ownerId !== actor.personId || isOwnDecidable)
    const now = stateOf(row, asOf)
    return [
      {
        ...presentRequest(row, asOf),
        ownerId: row.ownerId,
        ownerName: owner.realName,
        ownerAccount: owner.accountName,
        departmentName: owner.departmentName,
        canReview: now === 'waiting' && may,
        canRevoke: now === 'approved' && may,
      },
    ]
  })
  return { list, total, pageNo, pageSize }
}

async function mayDecideOwn(
  ctx: Context,
  actor: Actor,
  owners: ReadonlyMap<string, store.RequestOwner>,
): Promise<boolean> {
  const own = owners.get(actor.personId)
  return own !== undefined && mayDecide(ctx, ctx.db.reader, actor, own)
}

const NEXT = { approve: 'approved', refuse: 'refused', revoke: 'revoked' } as const satisfies Record<
  OutboundDecision,
  OutboundState
>

/** One that may not be decided about does not keep the others from it. */
export async function decide(
  ctx: Context,
  actor: Actor,
  input: Input<typeof decideOutboundRequests>,
  language: Language,
): Promise<ItemResult[]> {
  const { decision } = input
  const ids = batchIds(input.requestIds, 'requestIds')
  const note = (input.note ?? '').trim()
  if (note === '' && decision !== 'approve') refuseField('note', 'missing')
  if (lengthOf(note) > OUTBOUND_NOTE_MAX) refuseField('note', 'too_long')
  return ctx.db.transact(async (tx) => {
    const list: ItemResult[] = []
    for (const id of ids)
      list.push(
        await attemptItem(id, language, async () => {
          await decideOne(ctx, tx, actor, { id, decision, note })
          return succeeded(id)
        }),
      )
    return list
  })
}

async function decideOne(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id, decision, note }: { id: string; decision: OutboundDecision; note: string },
): Promise<void> {
  const request = isId(id) ? await store.lockRequest(tx, id) : undefined
  if (!request) refuseNotFound('outboundRequest')
  const owner =
    (await store.requestOwners(tx, [request.ownerId])).get(request.ownerId) ??
    refuseNotFound('outboundRequest')
  requireStop(actor, owner, 'outboundRequest')
  if (!(await mayDecide(ctx, tx, actor, owner))) refuse('own_outbound_request')
  const before = decision === 'revoke' ? 'approved' : 'waiting'
  if (stateOf(request, ctx.now()) !== before) refuse('outbound_decided')
  const until = decision === 'approve' && request.days !== null ? endOfDays(ctx, request.days) : null
  const next = NEXT[decision]
  await store.setState(tx, request.id, next, ctx.now(), { decidedBy: actor.personId, note, until })
  await record(tx, request, actor.personId)
  await audit(tx, {
    action: `outbound.${next}`,
    object: { type: 'outboundRequest', id: request.id, name: owner.realName },
    detail: {
      account: owner.accountName,
      ...(until && { until: until.toISOString() }),
      ...(note && { note }),
    },
  })
  await notifyPerson(ctx, tx, `outbound.${next}`, request, {
    ...(until && { expireTime: until.toISOString() }),
    ...(note && { message: note }),
  })
}
