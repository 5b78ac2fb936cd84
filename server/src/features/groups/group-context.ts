import type { Actor } from '../../access/actor.ts'
import { permissionsIgnoringDissolution, requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { afterCommit, type Reader, type Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { lockSpace } from '../../tree/spaces.ts'
import * as store from './store.ts'

/** A group that somebody may know of, with its root as access/ finds it. */
export interface GroupContext {
  readonly group: store.GroupRow
  readonly root: ResolvedItem
}

/** The group; one that is not there and one that the actor may not know of are answered alike. */
export async function loadGroupContext(db: Reader, actor: Actor, groupId: string): Promise<GroupContext> {
  const group = isId(groupId) ? await store.visibleGroup(db, actor, groupId) : undefined
  if (!group) refuseNotFound('group')
  const root = (await resolveAll(db, actor, [group.rootId])).get(group.rootId) ?? refuseNotFound('group')
  return { group, root }
}

/** The group as it stands behind its space's lock: what changes a group comes one after the other. */
export async function lockGroupContext(tx: Tx, actor: Actor, groupId: string): Promise<GroupContext> {
  if (!isId(groupId)) refuseNotFound('group')
  await lockSpace(tx, groupId, 'group')
  return loadGroupContext(tx, actor, groupId)
}

/** Refuses who may not change a group's members or name, and everybody while it is being dissolved. */
export function requireGroupManager(place: GroupContext, actor: Actor): void {
  requireManagerIgnoringDissolution(place, actor)
  refuseDissolving(place)
}

/** As long as a group can be read its managers say by whom. */
export function requireManagerIgnoringDissolution({ root }: GroupContext, actor: Actor): void {
  requirePermission({ permissions: permissionsIgnoringDissolution(actor, root) }, 'members')
}

/** Refuses a group that is about to go. */
export function refuseDissolving({ group }: Pick<GroupContext, 'group'>): void {
  if (group.dissolveAt) refuse('group_dissolving')
}

/** Whoever may know of the group hears of it, and whom `principalIds` names; nobody but one where it is `onlyFor` that one. */
export const notifyGroup = (
  tx: Tx,
  actor: Pick<Actor, 'personId'> | undefined,
  kind: 'group.changed' | 'member.changed',
  { id, rootId }: Pick<store.GroupRow, 'id' | 'rootId'>,
  more: { principalIds?: readonly string[]; onlyFor?: string; details?: Record<string, unknown> } = {},
): Promise<void> => {
  const { onlyFor, ...rest } = more
  return recordChange(tx, {
    kind,
    spaceId: id,
    fileId: rootId,
    parentIds: [rootId],
    actorId: actor?.personId ?? null,
    ...(onlyFor === undefined ? {} : { personId: onlyFor }),
    ...rest,
  })
}

/** Who is in which group is remembered with who is signed in. */
export const invalidateGroupMemberships = (ctx: Context, tx: Tx): void =>
  afterCommit(tx, () => ctx.sessionCache.invalidate())

export type NamedGroup = Pick<store.GroupRow, 'id' | 'rootId' | 'name'>

/** What a notice says of a group. */
export const groupNotificationData = ({ id, rootId, name }: NamedGroup) => ({
  groupId: id,
  groupName: name,
  instanceId: rootId,
})
