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

/** A group visible to the actor, with its resolved root. */
export interface GroupContext {
  readonly group: store.GroupRow
  readonly root: ResolvedItem
}

/** Throws not found if the group does not exist or is not visible. */
export async function loadGroupContext(db: Reader, actor: Actor, groupId: string): Promise<GroupContext> {
  const group = isId(groupId) ? await store.visibleGroup(db, actor, groupId) : undefined
  if (!group) refuseNotFound('group')
  const root = (await resolveAll(db, actor, [group.rootId])).get(group.rootId) ?? refuseNotFound('group')
  return { group, root }
}

/** Loads the group with its space locked; changes of a group are serialized. */
export async function lockGroupContext(tx: Tx, actor: Actor, groupId: string): Promise<GroupContext> {
  if (!isId(groupId)) refuseNotFound('group')
  await lockSpace(tx, groupId, 'group')
  return loadGroupContext(tx, actor, groupId)
}

/** Throws unless the actor manages the group, and while it is being dissolved. */
export function requireGroupManager(place: GroupContext, actor: Actor): void {
  requireManagerIgnoringDissolution(place, actor)
  refuseDissolving(place)
}

/** Managers may change who can read the group until it is deleted. */
export function requireManagerIgnoringDissolution({ root }: GroupContext, actor: Actor): void {
  requirePermission({ permissions: permissionsIgnoringDissolution(actor, root) }, 'members')
}

/** Throws `group_dissolving` while a dissolution is pending. */
export function refuseDissolving({ group }: Pick<GroupContext, 'group'>): void {
  if (group.dissolveAt) refuse('group_dissolving')
}

/** Throws `not_permitted` for a library, which administrators name, resize and delete. */
export function refuseLibrary({ isLibrary }: Pick<store.GroupRow, 'isLibrary'>): void {
  if (isLibrary) refuse('not_permitted')
}

/** Records a change of the group for all who see it and for `principalIds`, or `onlyFor` one person. */
export const recordGroupChange = (
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

/** Memberships are cached with sessions. */
export const invalidateGroupMemberships = (ctx: Context, tx: Tx): void =>
  afterCommit(tx, () => ctx.sessionCache.invalidate())

export type NamedGroup = Pick<store.GroupRow, 'id' | 'rootId' | 'name'>

/** Notification data about a group. */
export const groupNotificationData = ({ id, rootId, name }: NamedGroup) => ({
  groupId: id,
  groupName: name,
  instanceId: rootId,
})
