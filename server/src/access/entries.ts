import { KEPT_ROLES, type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'

/**
 * The permission rule as pure functions (B§6, G1). For each principal the nearest explicit entry decides. The actor's
 * permissions are the union over their principals. A `forbidden` entry of the person overrides that union. A nearer
 * entry never removes the role of an owner or manager.
 */

/** An explicit entry on a file or on one of its ancestors. */
export interface AclEntry {
  readonly principalId: string
  readonly role: string
  /** The file or folder that has the entry. */
  readonly fileId: string
}

/** The entries of one principal that apply to a file. */
export interface PrincipalEntries {
  readonly nearest: AclEntry
  /** The owner or manager entry on the file or an ancestor. */
  readonly inheritedOwnerRole?: AclEntry
}
export type AclEntries = ReadonlyMap<string, PrincipalEntries>

/** Facts about a space that apply to all its files. */
export interface SpaceContext {
  /** Set for a department's group. */
  readonly departmentId: string | null
  readonly readOnly: boolean
  /** The actor is not a member of this group; remaining entries on single files do not count. */
  readonly nonMember: boolean
}

export const NO_ENTRIES: AclEntries = new Map()

/** Adds the entries of a file to those inherited from its parent. */
export function mergeEntries(above: AclEntries, own: readonly AclEntry[]): AclEntries {
  if (own.length === 0) return above
  const entries = new Map(above)
  for (const entry of own) {
    const inheritedOwnerRole = KEPT_ROLES.has(entry.role)
      ? entry
      : above.get(entry.principalId)?.inheritedOwnerRole
    entries.set(entry.principalId, { nearest: entry, ...(inheritedOwnerRole && { inheritedOwnerRole }) })
  }
  return entries
}

export const NO_PERMISSIONS: ReadonlySet<PermissionItem> = new Set()
const permissionsByRole = new Map<string, ReadonlySet<PermissionItem>>()

function permissionsOfRole(role: string): ReadonlySet<PermissionItem> {
  const known = permissionsByRole.get(role)
  if (known) return known
  const items = new Set<PermissionItem>(ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] ?? [])
  permissionsByRole.set(role, items)
  return items
}

/** The person's `forbidden` entry; undefined if there is none or an owner or manager role overrides it. */
export function findDenial(actor: Pick<Actor, 'personId'>, entries: AclEntries): AclEntry | undefined {
  const own = entries.get(actor.personId)?.nearest
  if (own?.role !== 'forbidden') return undefined
  return [...entries.values()].some((held) => held.inheritedOwnerRole) ? undefined : own
}

/** The entries that count in this space. */
export const effectiveEntries = ({ nonMember }: SpaceContext, entries: AclEntries): AclEntries =>
  nonMember ? NO_ENTRIES : entries

/** The actor's permissions given these entries. */
export function evaluatePermissions(
  actor: Actor,
  space: SpaceContext,
  entries: AclEntries,
): ReadonlySet<PermissionItem> {
  const effective = effectiveEntries(space, entries)
  if (findDenial(actor, effective)) return NO_PERMISSIONS
  const granted = [...grantedPermissions(actor, space, effective)]
  const [only = NO_PERMISSIONS, ...others] = granted
  const union = others.length === 0 ? only : new Set(granted.flatMap((items) => [...items]))
  // A link gives nothing of what its owner may not share, or may share no more.
  if (actor.link && !union.has('share')) return NO_PERMISSIONS
  return withinBoundary(actor, space, union)
}

function* grantedPermissions(
  actor: Actor,
  { departmentId }: SpaceContext,
  entries: AclEntries,
): Generator<ReadonlySet<PermissionItem>> {
  for (const { nearest, inheritedOwnerRole } of entries.values()) {
    if (inheritedOwnerRole) yield permissionsOfRole(inheritedOwnerRole.role)
    if (inheritedOwnerRole !== nearest) yield permissionsOfRole(nearest.role)
  }
  if (departmentId === null) return
  for (const { departments, permissions } of actor.departmentScopes)
    if (departments.has(departmentId)) yield permissions
}

/** Intersects with the permission boundary and, in a read-only space, with the reading permissions. */
function withinBoundary(
  { permissionBoundary }: Actor,
  { readOnly }: SpaceContext,
  permissions: ReadonlySet<PermissionItem>,
): ReadonlySet<PermissionItem> {
  if (!permissionBoundary && !readOnly) return permissions
  return new Set(
    [...permissions].filter(
      (item) =>
        (!permissionBoundary || permissionBoundary.has(item)) && (!readOnly || READ_ONLY_ITEMS.has(item)),
    ),
  )
}

/** Permissions about the parent folder. They are not granted on the root of a share, whose folder is the owner's. */
export const PLACEMENT_PERMISSIONS: ReadonlySet<PermissionItem> = new Set(['move', 'rename', 'delete'])

export const withoutPlacement = (permissions: ReadonlySet<PermissionItem>): ReadonlySet<PermissionItem> =>
  new Set([...permissions].filter((item) => !PLACEMENT_PERMISSIONS.has(item)))
