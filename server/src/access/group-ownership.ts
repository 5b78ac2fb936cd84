import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { refuse, refuseField } from '../errors/refusal.ts'
import { type Actor, loadActor } from './actor.ts'
import { permissionsIgnoringDissolution, requirePermission } from './permissions.ts'
import type { ResolvedItem } from './resolve.ts'

/** Actions on a whole group, reserved to its owner and limited by the owner's permission boundary (B§6). */
export type GroupAction = 'create' | 'resize' | 'handOver' | 'dissolve'

/**
 * Permissions within the boundary that each action needs: creating makes folders and members, resizing and handing over
 * concern members, dissolving deletes all files.
 */
const ACTION_PERMISSIONS: Record<GroupAction, readonly PermissionItem[]> = {
  create: ['upload', 'members'],
  resize: ['members'],
  handOver: ['members'],
  dissolve: ['delete'],
}

/** Whether the permission boundary allows owning groups. */
export const mayOwnGroups = ({ permissionBoundary }: Pick<Actor, 'permissionBoundary'>): boolean =>
  !permissionBoundary || ACTION_PERMISSIONS.create.every((item) => permissionBoundary.has(item))

export function requireCreateGroup(actor: Actor): void {
  if (!mayOwnGroups(actor)) refuse('not_permitted')
}

/** Throws `unknown_value` for `field` if the person may not own groups. */
export async function requireOwnGroups(
  db: Reader,
  personId: string,
  asOf: Date,
  field: string,
): Promise<void> {
  const actor = await loadActor(db, personId, asOf)
  if (!actor || !mayOwnGroups(actor)) refuseField(field, 'unknown_value')
}

/**
 * Throws `not_permitted` unless the actor owns the group and their boundary allows the action. `root` is its root
 * folder.
 */
export function requireGroupOwner(
  actor: Actor,
  root: ResolvedItem,
  action: Exclude<GroupAction, 'create'>,
): void {
  const own = root.entries.get(actor.personId)?.inheritedOwnerRole
  if (own?.role !== 'owner' || own.fileId !== root.rootId) refuse('not_permitted')
  const items = permissionsIgnoringDissolution(actor, root)
  for (const item of ACTION_PERMISSIONS[action]) requirePermission({ permissions: items }, item)
}
