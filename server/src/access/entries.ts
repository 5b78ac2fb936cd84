import { KEPT_ROLES, type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'

/**
 * The rule itself, without a database (B§6, G1): the nearest explicit entry decides per principal, the union over the
 * actor's principals counts, an own `forbidden` wins over that union, and nothing nearer takes an owner's or a
 * manager's role away.
 */

/** One explicit entry on the way from a file up to its space's root. */
export interface AclEntry {
  readonly principalId: string
  readonly role: string
  /** The file or folder that bears it. */
  readonly fileId: string
}

/** What a principal has at some place. */
export interface PrincipalEntries {
  readonly nearest: AclEntry
  /** The entry of an owner or manager, here or farther up. */
  readonly inheritedOwnerRole?: AclEntry
}
export type AclEntries = ReadonlyMap<string, PrincipalEntries>

/** What holds of all that is in a space. */
export interface SpaceContext {
  /** Of a department's group. */
  readonly departmentId: string | null
  readonly readOnly: boolean
  /** A group that the asker is not in: what single files of it once gave it counts no more. */
  readonly nonMember: boolean
}

export const NO_ENTRIES: AclEntries = new Map()

/** A place's entries on top of those of the place above it. */
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

/** The actor's own `forbidden`, where nothing keeps it from counting. */
export function findDenial(actor: Pick<Actor, 'personId'>, entries: AclEntries): AclEntry | undefined {
  const own = entries.get(actor.personId)?.nearest
  if (own?.role !== 'forbidden') return undefined
  return [...entries.values()].some((held) => held.inheritedOwnerRole) ? undefined : own
}

/** The entries that count on some ground. */
export const effectiveEntries = ({ nonMember }: SpaceContext, entries: AclEntries): AclEntries =>
  nonMember ? NO_ENTRIES : entries

/** What the actor may do where these entries hold. */
export function evaluatePermissions(
  actor: Actor,
  space: SpaceContext,
  entries: AclEntries,
): ReadonlySet<PermissionItem> {
  const effective = effectiveEntries(space, entries)
  if (findDenial(actor, effective)) return NO_PERMISSIONS
  const given = [...grantedPermissions(actor, space, effective)]
  const [only = NO_PERMISSIONS, ...others] = given
  const union = others.length === 0 ? only : new Set(given.flatMap((items) => [...items]))
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

/** Within what the person may do at all, and what may be done in the space now. */
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

/** Who has a share of something does not have the folder that it lies in: its place and name there are the owner's. */
export const PLACEMENT_PERMISSIONS: ReadonlySet<PermissionItem> = new Set(['move', 'rename', 'delete'])

export const withoutPlacement = (permissions: ReadonlySet<PermissionItem>): ReadonlySet<PermissionItem> =>
  new Set([...permissions].filter((item) => !PLACEMENT_PERMISSIONS.has(item)))
