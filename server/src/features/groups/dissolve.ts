import type { Group } from '@clouddisk/contract/groups'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { requireGroupOwner } from '../../access/group-ownership.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import { notify } from '../../notifications/notify.ts'
import { lockGrantedSpaces, revokeAllGrants } from '../../tree/revoke.ts'
import { moveSpaceToAdminTrash } from '../trash/move-space-to-admin-trash.ts'
import { discardAllIn } from '../uploads/open-uploads.ts'
import { allowanceSource, releaseAllowance } from './allowance.ts'
import {
  type GroupContext,
  groupNotificationData,
  invalidateGroupMemberships,
  lockGroupContext,
  notifyGroup,
} from './group-context.ts'
import { expireOverdue } from './handover.ts'
import { hasOpenHandover } from './handover-store.ts'
import { presentGroup } from './present.ts'
import * as store from './store.ts'

/**
 * A group goes in two stages (R177): for seven days it can be read and called back; then its people lose it, its files
 * go to the administrators' bin, and its space when that is empty.
 */

export async function beginDissolution(ctx: Context, actor: Actor, groupId: string): Promise<Group> {
  const id = await ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupOwner(actor, place.root, 'dissolve')
    await markDissolving(ctx, tx, actor, place)
    return place.group.id
  })
  return presentGroup(ctx, actor, id)
}

/** Does nothing to a group that is being dissolved already. The caller holds the space's lock. */
export async function markDissolving(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { group }: Pick<GroupContext, 'group'>,
): Promise<void> {
  if (group.dissolveAt) return
  await expireOverdue(ctx, tx, group)
  if (await hasOpenHandover(tx, group.id, ctx.now())) refuse('handover_open')
  const at = new Date(ctx.now().getTime() + ctx.config.limits.dissolveDays * DAY)
  await store.setDissolving(tx, group.id, at)
  await notifyGroup(tx, actor, 'group.changed', group, { details: { what: 'dissolving' } })
  await notify(ctx, tx, {
    kind: 'group.dissolving',
    to: [{ principalType: 'group', principalId: group.id }],
    actor,
    data: { ...groupNotificationData(group), expireTime: at.toISOString() },
  })
}

export async function cancelDissolution(ctx: Context, actor: Actor, groupId: string): Promise<Group> {
  const id = await ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupOwner(actor, place.root, 'dissolve')
    await unmarkDissolving(ctx, tx, actor, place)
    return place.group.id
  })
  return presentGroup(ctx, actor, id)
}

export async function unmarkDissolving(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { group }: Pick<GroupContext, 'group'>,
): Promise<void> {
  if (!group.dissolveAt) return
  await store.setDissolving(tx, group.id, null)
  await notifyGroup(tx, actor, 'group.changed', group, { details: { what: 'calledBack' } })
  await notify(ctx, tx, {
    kind: 'group.dissolveCancelled',
    to: [{ principalType: 'group', principalId: group.id }],
    actor,
    data: groupNotificationData(group),
  })
}

const ITEMS_PER_STEP = 500

/** Called between two transactions; what it throws stops there, as a dead server would. */
export type StepHook = (done: string) => void

/** Ends groups whose seven days are over. Every step may be the last for now: the next run goes on where it stopped. */
export async function deleteDissolvedGroups(
  ctx: Context,
  pause: StepHook = () => undefined,
  step = ITEMS_PER_STEP,
): Promise<void> {
  await allSettledSequentially(await store.dissolvedGroups(ctx.db.reader, ctx.now()), (id) =>
    deleteGroupInSteps(ctx, id, pause, step),
  )
  await allSettledSequentially(await store.orphanedSpaces(ctx.db.reader), (space) =>
    ctx.db.transact((tx) => store.deleteSpace(tx, space)),
  )
}

async function deleteGroupInSteps(
  ctx: Context,
  groupId: string,
  pause: StepHook,
  step: number,
): Promise<void> {
  const group = await ctx.db.transact((tx) => closeGroup(ctx, tx, groupId))
  if (!group) return
  pause('shut')
  await discardAllIn(ctx, group.id)
  pause('uploads')
  await moveSpaceToAdminTrash(ctx, { ...group, deletedBy: group.ownerId }, () => pause('items'), step)
  pause('items')
  await ctx.db.transact((tx) => releaseGroupAllowance(tx, groupId))
}

/** Nobody has the group from here on, so that nobody sees half of it. Undefined where it was called back. */
async function closeGroup(ctx: Context, tx: Tx, groupId: string) {
  await lockGrantedSpaces(tx, groupId, groupId)
  const group = await store.groupForHandover(tx, groupId)
  if (!group?.dissolveAt || group.dissolveAt > ctx.now()) return undefined
  const principalIds = await store.deleteGroupAccess(tx, group)
  if (principalIds.length === 0) return group
  invalidateGroupMemberships(ctx, tx)
  await notifyGroup(tx, undefined, 'group.changed', group, { principalIds, details: { what: 'dissolved' } })
  // Who owns what was shared with the group hears of each; its people once, of all that they have no more.
  if ((await revokeAllGrants(tx, group.id, null)) > 0)
    await recordChange(tx, {
      kind: 'share.ended',
      spaceId: null,
      principalIds,
      fileId: null,
      parentIds: [],
      actorId: null,
      name: group.name,
      details: { group: group.name },
    })
  return group
}

/** The allowance goes back with the group's row, so once. What is still under way is waited for until the next run. */
async function releaseGroupAllowance(tx: Tx, groupId: string): Promise<void> {
  await lockGrantedSpaces(tx, groupId, groupId)
  const group = await store.groupForHandover(tx, groupId)
  if (!group || !(await store.isEmptied(tx, group))) return
  await releaseAllowance(tx, allowanceSource(group), group.total)
  // Whoever was sharing with it while it ended.
  await revokeAllGrants(tx, groupId, null)
  await store.deleteGroup(tx, groupId)
  await recordChange(tx, {
    kind: 'group.changed',
    spaceId: groupId,
    principalIds: [group.ownerId],
    fileId: group.rootId,
    parentIds: [group.rootId],
    actorId: null,
    name: group.name,
    details: { what: 'gone' },
  })
}
