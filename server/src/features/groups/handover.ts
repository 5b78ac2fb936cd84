import type { ErrorName } from '@clouddisk/contract/errors'
import { formatSize } from '@clouddisk/contract/format'
import type { answerHandover, Handover, handoverGroup } from '@clouddisk/contract/groups'
import type { NoticeKind } from '@clouddisk/contract/notifications'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { requireGroupOwner, requireOwnGroups } from '../../access/group-ownership.ts'
import { requirePermission } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import { notify } from '../../notifications/notify.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { accountFault } from '../accounts/policy.ts'
import { allowanceShortfall, countsForOwner, releaseAllowance, tryReserveAllowance } from './allowance.ts'
import {
  groupNotificationData,
  invalidateGroupMemberships,
  loadGroupContext,
  lockGroupContext,
  type NamedGroup,
  recordGroupChange,
  refuseDissolving,
} from './group-context.ts'
import * as store from './handover-store.ts'
import { isMember, putMembers, setRoles } from './member-store.ts'
import { presentHandover } from './present.ts'
import { groupForHandover, setOwner } from './store.ts'

/**
 * Transfers a group to another owner with the receiver's consent (R149, R176): requested, then declined, or accepted and
 * executed. The transfer is one transaction; an accepted handover is executed even after crashes.
 */

/** The fields of a group that a handover checks. */
interface GroupToHandOver {
  readonly id: string
  readonly rootId: string
  readonly total: number
  readonly departmentId: string | null
  readonly isLibrary: boolean
  readonly synced: boolean
}

export async function request(
  ctx: Context,
  actor: Actor,
  { groupId, userId }: Input<typeof handoverGroup>,
): Promise<Handover> {
  const id = newId()
  await ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupOwner(actor, place.root, 'handOver')
    refuseDissolving(place)
    const { group } = place
    const toId = userId.toLowerCase()
    if (toId === actor.personId) refuse('handover_to_self')
    await expireOverdue(ctx, tx, group)
    await requireReceiver(ctx, tx, group, toId)
    const created = ctx.now()
    const row = {
      id,
      group_id: group.id,
      from_id: actor.personId,
      to_id: toId,
      created_at: created,
      expires_at: new Date(created.getTime() + ctx.config.limits.handoverDays * DAY),
    }
    if (!(await store.insertHandover(tx, row))) refuse('handover_open')
    await notifyHandover(ctx, tx, group, actor, id, 'handover.asked', [toId], {
      total: countsForOwner(group) ? group.total : 0,
    })
  })
  return presentById(ctx, id)
}

/** Throws if the receiver is no member, may not sign in or own groups, lacks space, or has a synced group. */
async function requireReceiver(
  ctx: Context,
  db: Reader,
  group: GroupToHandOver,
  toId: string,
): Promise<void> {
  if (!isId(toId) || !(await isMember(db, group.rootId, toId))) refuse('not_a_member')
  const person = await store.receiver(db, toId)
  const fault = person && accountFault(person, ctx.now())
  if (fault) refuse(fault)
  await requireOwnGroups(db, toId, ctx.now(), 'userId')
  if (await store.hasSyncedGroup(db, toId)) refuse('handover_synced_group')
  if (!countsForOwner(group)) return
  const missing = await allowanceShortfall(db, { personId: toId }, group.total)
  if (missing > 0) refuse('handover_no_space', { missing: formatSize(missing), missingBytes: missing })
}

export async function latest(ctx: Context, actor: Actor, groupId: string): Promise<Handover | null> {
  const { group, root } = await loadGroupContext(ctx.db.reader, actor, groupId)
  requirePermission(root, 'list')
  const row = await store.latestHandover(ctx.db.reader, group.id)
  return row ? presentHandover(ctx, row) : null
}

async function presentById(ctx: Context, id: string): Promise<Handover> {
  return presentHandover(ctx, (await store.handoverById(ctx.db.reader, id)) ?? refuseNotFound('transfer'))
}

export async function answer(
  ctx: Context,
  actor: Actor,
  { handoverId, groupId, agree }: Input<typeof answerHandover>,
): Promise<Handover> {
  const openRequest = await ownOpenRequest(ctx, actor, handoverId, groupId)
  await ctx.db.transact(async (tx) => {
    const row = await lockHandover(ctx, tx, openRequest.id)
    if (row?.state !== 'waiting') refuse('handover_over')
    if (agree) return store.setHandover(tx, row.id, 'moving', null)
    await store.setHandover(tx, row.id, 'rejected', ctx.now())
    await notifyHandover(ctx, tx, toNamedGroup(row), actor, row.id, 'handover.refused', [row.fromId])
  })
  const failure = agree ? await executeHandover(ctx, openRequest.id) : undefined
  if (failure) throw failure
  return presentById(ctx, openRequest.id)
}

/** A request to the actor, by its id or the group's; others' are not found. */
async function ownOpenRequest(
  ctx: Context,
  actor: Actor,
  handoverId: string | undefined,
  groupId: string | undefined,
): Promise<store.HandoverRow> {
  const db = ctx.db.reader
  const row =
    handoverId !== undefined
      ? isId(handoverId) && (await store.handoverById(db, handoverId))
      : groupId !== undefined && isId(groupId) && (await store.latestHandover(db, groupId))
  if (!row || row.toId !== actor.personId) refuseNotFound('transfer')
  return row
}

const toNamedGroup = (row: store.HandoverRow): NamedGroup => ({
  id: row.groupId,
  rootId: row.rootId,
  name: row.groupName,
})

/** Loads the handover with its group locked; overdue ones are expired first. */
async function lockHandover(ctx: Context, tx: Tx, id: string): Promise<store.HandoverRow | undefined> {
  const found = await store.handoverById(tx, id)
  if (!found) return undefined
  await lockSpace(tx, found.groupId)
  const row = await store.handoverById(tx, id)
  return row?.state === 'waiting' && row.expiresAt <= ctx.now() ? { ...row, state: 'expired' } : row
}

export async function cancel(ctx: Context, actor: Actor, groupId: string): Promise<Handover> {
  const id = await ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupOwner(actor, place.root, 'handOver')
    const row = await store.latestHandover(tx, place.group.id)
    if (row?.state !== 'waiting' || row.expiresAt <= ctx.now()) refuse('handover_over')
    await store.setHandover(tx, row.id, 'cancelled', ctx.now())
    await notifyHandover(ctx, tx, place.group, actor, row.id, 'handover.cancelled', [row.toId])
    return row.id
  })
  return presentById(ctx, id)
}

/** Cancels a pending handover if the receiver is no longer a member. The caller holds the group's lock. */
export async function withdrawHandover(ctx: Context, tx: Tx, actor: Actor, group: NamedGroup): Promise<void> {
  const row = await store.latestHandover(tx, group.id)
  if (row?.state !== 'waiting' || (await isMember(tx, group.rootId, row.toId))) return
  await store.setHandover(tx, row.id, 'cancelled', ctx.now(), 'not_a_member')
  await notifyHandover(ctx, tx, group, actor, row.id, 'handover.cancelled', [row.fromId, row.toId])
}

/** Cancels pending and accepted handovers, because the group gets another owner. */
export async function cancelHandovers(
  ctx: Context,
  tx: Tx,
  actor: Pick<Actor, 'personId' | 'realName'>,
  group: NamedGroup,
): Promise<void> {
  const row = await store.latestHandover(tx, group.id)
  if (row?.state !== 'waiting' && row?.state !== 'moving') return
  await store.setHandover(tx, row.id, 'cancelled', ctx.now())
  await notifyHandover(ctx, tx, group, actor, row.id, 'handover.cancelled', [row.fromId, row.toId])
}

/** Failures reported by their own code; others are reported as `handover_failed`. */
const REPORTED_FAILURES = new Set<ErrorName>(['handover_no_space', 'handover_synced_group'])

/**
 * Executes an accepted handover: owner, roles and allowances together, or records the failure. Idempotent: does nothing
 * once the handover is finished. Returns the failure.
 */
export async function executeHandover(ctx: Context, id: string): Promise<Refusal | undefined> {
  try {
    await ctx.db.transact((tx) => transferOwnership(ctx, tx, id))
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.db.transact((tx) => failHandover(ctx, tx, id, error.errorName))
    return REPORTED_FAILURES.has(error.errorName)
      ? error
      : new Refusal('handover_failed', { reason: error.errorName })
  }
}

async function transferOwnership(ctx: Context, tx: Tx, id: string): Promise<void> {
  const row = await lockHandover(ctx, tx, id)
  if (row?.state !== 'moving') return
  const { fromId, toId } = row
  const group = (await groupForHandover(tx, row.groupId)) ?? refuseNotFound('group')
  if (group.ownerId !== fromId) refuse('not_permitted')
  if (group.dissolveAt) refuse('group_dissolving')
  await store.lockPersonRows(tx, [fromId, toId])
  await requireReceiver(ctx, tx, group, toId)
  if (countsForOwner(group)) {
    if (!(await tryReserveAllowance(tx, { personId: toId }, group.total))) refuse('handover_no_space')
    await releaseAllowance(tx, { personId: fromId }, group.total)
  }
  await setRoles(tx, group.rootId, [fromId], 'manager')
  await putMembers(tx, group.rootId, [{ type: 'person', id: toId, role: 'owner' }], fromId)
  await setOwner(tx, group.id, toId)
  await store.setHandover(tx, id, 'agreed', ctx.now())
  invalidateGroupMemberships(ctx, tx)
  await recordGroupChange(tx, { personId: toId }, 'member.changed', group, {
    principalIds: [fromId, toId],
    details: { changed: [fromId, toId], owner: toId, roles: { [fromId]: 'manager', [toId]: 'owner' } },
  })
  await notifyHandover(ctx, tx, group, { personId: toId, realName: row.toName }, id, 'handover.agreed', [
    fromId,
  ])
}

async function failHandover(ctx: Context, tx: Tx, id: string, failure: ErrorName): Promise<void> {
  const row = await lockHandover(ctx, tx, id)
  if (row?.state !== 'moving') return
  await store.setHandover(tx, id, 'failed', ctx.now(), failure)
  await notifyHandover(ctx, tx, toNamedGroup(row), undefined, id, 'handover.failed', [row.fromId, row.toId], {
    failure,
  })
}

/** Expires an overdue handover of the group and notifies both sides. The caller holds the group's lock. */
export async function expireOverdue(ctx: Context, tx: Tx, group: NamedGroup): Promise<void> {
  for (const late of await store.expireHandovers(tx, ctx.now(), group.id))
    await notifyHandover(ctx, tx, group, undefined, late.id, 'handover.expired', [late.fromId, late.toId])
}

/** Scheduled: expires overdue handovers and executes accepted ones. */
export async function processHandovers(ctx: Context): Promise<void> {
  await allSettledSequentially(await store.acceptedHandovers(ctx.db.reader), (id) => executeHandover(ctx, id))
  await allSettledSequentially(await store.overdueHandovers(ctx.db.reader, ctx.now()), (id) =>
    ctx.db.transact(async (tx) => {
      const row = await lockHandover(ctx, tx, id)
      if (row?.state !== 'expired' || row.endedAt) return
      await store.setHandover(tx, id, 'expired', ctx.now())
      await notifyHandover(ctx, tx, toNamedGroup(row), undefined, id, 'handover.expired', [
        row.fromId,
        row.toId,
      ])
    }),
  )
}

async function notifyHandover(
  ctx: Context,
  tx: Tx,
  group: NamedGroup,
  actor: Pick<Actor, 'personId' | 'realName'> | undefined,
  handoverId: string,
  kind: NoticeKind & `handover.${string}`,
  people: readonly string[],
  more: { failure?: ErrorName; total?: number } = {},
): Promise<void> {
  await recordGroupChange(tx, actor, 'group.changed', group, {
    principalIds: people,
    details: { what: kind, handoverId },
  })
  await notify(ctx, tx, {
    kind,
    to: people.map((principalId) => ({ principalType: 'person', principalId })),
    actor,
    data: { ...groupNotificationData(group), handoverId, ...more },
  })
}
