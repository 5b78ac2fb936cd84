import type { Group, Handover } from '@clouddisk/contract/groups'
import { type GroupRole, identityOf, STRENGTH } from '@clouddisk/contract/roles'
import type { Actor } from '../../access/actor.ts'
import { toFileAuth } from '../../access/permissions.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { countsForOwner } from './allowance.ts'
import { type HandoverRow, openHandovers } from './handover-store.ts'
import { peopleOfGroups } from './headcount.ts'
import * as store from './store.ts'

/** Groups as the wire spells them, a page at a time: a fixed number of statements however many. */

/** @param actor whose rights in each are told; nobody's for administrators, who are in none of them. */
export async function presentGroups(
  ctx: Context,
  db: Reader,
  rows: readonly store.GroupRow[],
  handovers: readonly HandoverRow[],
  actor?: Actor,
): Promise<Group[]> {
  const ids = rows.map((row) => row.id)
  const roots = rows.map((row) => row.rootId)
  const [people, faces, located] = await Promise.all([
    peopleOfGroups(db, ids),
    store.memberPreviews(db, roots),
    actor && resolveAll(db, actor, roots),
  ])
  const open = new Map(handovers.map((one) => [one.groupId, presentHandover(ctx, one)]))
  return rows.map((row) => {
    const role = row.rank === null ? null : ((STRENGTH[row.rank] ?? null) as GroupRole | null)
    return {
      groupId: row.id,
      rootId: row.rootId,
      groupName: row.name,
      description: row.description,
      usedCapacity: row.used,
      totalCapacity: row.total,
      memberCount: people.get(row.id) ?? 0,
      faces: (faces.get(row.rootId) ?? []).map(({ userId, userRealName }) => ({ userId, userRealName })),
      ownerId: row.ownerId,
      ownerName: row.ownerName,
      role,
      identity: role && identityOf(role),
      byDepartment: row.byDepartment,
      fileAuth: toFileAuth(located?.get(row.rootId)?.permissions ?? new Set()),
      isHide: row.hidden,
      departmentId: row.departmentId,
      departmentName: row.departmentName,
      isLibrary: row.isLibrary,
      dissolveTime: row.dissolveAt?.toISOString() ?? null,
      handover: open.get(row.id) ?? null,
      createTime: row.createdAt.toISOString(),
    }
  })
}

/** One group as the actor sees it, after whatever was done to it. */
export async function presentGroup(ctx: Context, actor: Actor, groupId: string): Promise<Group> {
  const db = ctx.db.reader
  const row = (await store.visibleGroup(db, actor, groupId)) ?? refuseNotFound('group')
  const handovers = await openHandovers(db, [groupId], null, ctx.now())
  const [group] = await presentGroups(ctx, db, [row], handovers, actor)
  return group ?? refuseNotFound('group')
}

/** One that waited too long is over, whether that has been noted yet or not. */
export function presentHandover(ctx: Context, row: HandoverRow): Handover {
  const late = row.state === 'waiting' && row.expiresAt <= ctx.now()
  return {
    handoverId: row.id,
    groupId: row.groupId,
    groupName: row.groupName,
    totalCapacity: countsForOwner(row) ? row.total : 0,
    fromUserId: row.fromId,
    fromUser: row.fromName,
    toUserId: row.toId,
    toUser: row.toName,
    status: late ? 'expired' : row.state,
    createTime: row.createdAt.toISOString(),
    expireTime: row.expiresAt.toISOString(),
    endTime: (late ? row.expiresAt : row.endedAt)?.toISOString() ?? null,
    failure: row.failure,
  }
}
