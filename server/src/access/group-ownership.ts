import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { refuse, refuseField } from '../errors/refusal.ts'
import { permissionsIgnoringDissolution, type ResolvedItem, requirePermission } from './access.ts'
import { type Actor, loadActor } from './actor.ts'

/** What is done with a group as a whole: its owner's alone, within what the owner's roles let it do at all (B§6). */
export type GroupAction = 'create' | 'resize' | 'handOver' | 'dissolve'

/**
 * Whoever makes a group makes a place and says who is in it; its space and who has it are the concern of who manages
 * its people; with its end all that is in it is deleted.
 */
const ACTION_PERMISSIONS: Record<GroupAction, readonly PermissionItem[]> = {
  create: ['upload', 'members'],
  resize: ['members'],
  handOver: ['members'],
  dissolve: ['delete'],
}

/** Everybody may have groups whom no role keeps from it. */
export const mayOwnGroups = ({ permissionBoundary }: Pick<Actor, 'permissionBoundary'>): boolean =>
  !permissionBoundary || ACTION_PERMISSIONS.create.every((item) => permissionBoundary.has(item))

export function requireCreateGroup(actor: Actor): void {
  if (!mayOwnGroups(actor)) refuse('not_permitted')
}

/** Refuses to give a group to somebody whose roles keep it from having one; `field` is what names it. */
export async function requireOwnGroups(
  db: Reader,
  personId: string,
  asOf: Date,
  field: string,
): Promise<void> {
  const actor = await loadActor(db, personId, asOf)
  if (!actor || !mayOwnGroups(actor)) refuseField(field, 'unknown_value')
}

/** Refuses who is not the owner of a group, given its root, and an owner whose roles do not let it. */
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
