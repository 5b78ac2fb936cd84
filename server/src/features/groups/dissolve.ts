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
  recordGroupChange,
  refuseLibrary,
} from './group-context.ts'
import { expireOverdue } from './handover.ts'
import { hasOpenHandover } from './handover-store.ts'
import { presentGroup } from './present.ts'
import * as store from './store.ts'

/**
 * A group is dissolved in two stages (R177). For seven days it is read-only and the dissolution can be cancelled. Then
 * members lose access, the files go to the admin trash, and the space is deleted once it is empty.
 */

export async function beginDissolution(ctx: Context, actor: Actor, groupId: string): Promise<Group> {
  const id = await ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupOwner(actor, place.root, 'dissolve')
    refuseLibrary(place.group)
    await markDissolving(ctx, tx, actor, place)
    return place.group.id
  })
  return presentGroup(ctx, actor, id)
}

/** Does nothing if a dissolution is pending already. The caller holds the space's lock. */
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
  await recordGroupChange(tx, actor, 'group.changed', group, { details: { what: 'dissolving' } })
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
    refuseLibrary(place.group)
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
  await recordGroupChange(tx, actor, 'group.changed', group, { details: { what: 'calledBack' } })
  await notify(ctx, tx, {
    kind: 'group.dissolveCancelled',
    to: [{ principalType: 'group', principalId: group.id }],
    actor,
    data: groupNotificationData(group),
  })
}

const ITEMS_PER_STEP = 500

/** Test hook between two transactions; throwing simulates a crash. */
export type StepHook = (done: string) => void

/** Deletes groups whose seven days are over, in steps. A later run continues after an interruption. */
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
  await ctx.db.transact((tx) => deleteEmptyGroup(tx, groupId))
}

/** Removes all access first, so that no one sees a partly deleted group. Undefined if it was cancelled. */
async function closeGroup(ctx: Context, tx: Tx, groupId: string) {
  await lockGrantedSpaces(tx, groupId, groupId)
  const group = await store.groupForHandover(tx, groupId)
  if (!group?.dissolveAt || group.dissolveAt > ctx.now()) return undefined
  const principalIds = await store.deleteGroupAccess(tx, group)
  if (principalIds.length === 0) return group
  invalidateGroupMemberships(ctx, tx)
  await recordGroupChange(tx, undefined, 'group.changed', group, {
    principalIds,
    details: { what: 'dissolved' },
  })
  // Sharers are notified of each share; members once, of everything they lost.
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

/** Deletes the group once it is empty, and releases its allowance in the same transaction. */
async function deleteEmptyGroup(tx: Tx, groupId: string): Promise<void> {
  await lockGrantedSpaces(tx, groupId, groupId)
  const group = await store.groupForHandover(tx, groupId)
  if (!group || !(await store.isEmptied(tx, group))) return
  await releaseAllowance(tx, allowanceSource(group), group.total)
  // Shares created with the group during its deletion.
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
