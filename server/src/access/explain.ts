import { type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS, STRENGTH } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'
import {
  type AclEntries,
  type AclEntry,
  effectiveEntries,
  findDenial,
  PLACEMENT_PERMISSIONS,
  type SpaceContext,
} from './entries.ts'

/**
 * Explains why a permission is granted or denied, following the order of the rule in entries.ts. Pure functions.
 */

export type VerdictReason = 'entry' | 'forbidden' | 'scope' | 'ceiling' | 'dissolving' | 'place' | 'nothing'

export interface Verdict {
  readonly item: PermissionItem
  readonly permitted: boolean
  readonly because: VerdictReason
  /** The entry that grants or denies it; with `nothing`, the strongest entry, which does not grant it. */
  readonly entry?: AclEntry
  /** The advanced role that grants it. */
  readonly role?: string
}

export interface PermissionInput {
  readonly spaceContext: SpaceContext
  readonly entries: AclEntries
  /** Whether the item is the first visible one on its path; placement permissions are then withheld. */
  readonly isVisibleRoot: boolean
}

export function explainPermission(
  actor: Actor,
  { spaceContext, entries: found, isVisibleRoot }: PermissionInput,
  item: PermissionItem,
): Verdict {
  const entries = effectiveEntries(spaceContext, found)
  const denial = findDenial(actor, entries)
  if (denial) return { item, permitted: false, because: 'forbidden', entry: denial }
  const source = findGrantSource(actor, spaceContext, entries, item)
  if (!source.granted) return { item, permitted: false, because: 'nothing', ...source.by }
  const refused = (because: VerdictReason): Verdict => ({
    item,
    permitted: false,
    because,
    ...source.by,
  })
  if (actor.permissionBoundary && !actor.permissionBoundary.has(item)) return refused('ceiling')
  if (spaceContext.readOnly && !READ_ONLY_ITEMS.has(item)) return refused('dissolving')
  if (isVisibleRoot && PLACEMENT_PERMISSIONS.has(item)) return refused('place')
  return { item, permitted: true, because: source.by.role === undefined ? 'entry' : 'scope', ...source.by }
}

interface GrantSource {
  readonly granted: boolean
  readonly by: { readonly entry?: AclEntry; readonly role?: string }
}

/** Order: the person's entry, then departments and groups by strength, then advanced roles. */
function findGrantSource(
  actor: Actor,
  { departmentId }: SpaceContext,
  entries: AclEntries,
  item: PermissionItem,
): GrantSource {
  const ranked = rankableEntries(entries).sort((a, b) => entryRank(actor, a) - entryRank(actor, b))
  const entry = ranked.find(({ role }) => roleGrants(role, item))
  if (entry) return { granted: true, by: { entry } }
  const scope = actor.departmentScopes.find(
    ({ departments, permissions }) =>
      departmentId !== null && departments.has(departmentId) && permissions.has(item),
  )
  if (scope) return { granted: true, by: { role: scope.role } }
  const strongest = ranked.toSorted((a, b) => roleStrength(a) - roleStrength(b))[0]
  return { granted: false, by: strongest ? { entry: strongest } : {} }
}

/** The nearest entry of each principal and its inherited owner or manager entry. */
const rankableEntries = (entries: AclEntries): AclEntry[] =>
  [...entries.values()].flatMap(({ nearest, inheritedOwnerRole }) =>
    inheritedOwnerRole && inheritedOwnerRole !== nearest ? [inheritedOwnerRole, nearest] : [nearest],
  )

const roleGrants = (role: string, item: PermissionItem): boolean =>
  (ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] as readonly PermissionItem[] | undefined)?.includes(item) ??
  false

const roleStrength = ({ role }: AclEntry): number => {
  const at = (STRENGTH as readonly string[]).indexOf(role)
  return at < 0 ? STRENGTH.length : at
}

const entryRank = (actor: Actor, entry: AclEntry): number =>
  (entry.principalId === actor.personId ? 0 : STRENGTH.length + 1) + roleStrength(entry)
