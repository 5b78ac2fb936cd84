import { type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS, type RoleName } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { refuse, refuseField } from '../errors/refusal.ts'
import { type Actor, loadActors } from './actor.ts'
import { effectiveEntries } from './entries.ts'
import { permissionsIgnoringDissolution } from './permissions.ts'
import type { ResolvedItem } from './resolve.ts'

/** Who may grant and revoke roles, and which roles grant anything to a person. */

/** The part of an item that decides about granting. */
type AccessContext = Pick<ResolvedItem, 'spaceContext' | 'entries'>

/** Throws `beyond_own` if a role grants more than the actor has on the item. */
export function requireGrant(actor: Actor, here: AccessContext, roles: Iterable<RoleName>): void {
  if (exceedsOwnPermissions(actor, here, roles)) refuseField('role', 'beyond_own')
}

/**
 * Throws `not_permitted` if the actor may not change or revoke entries of these roles. Owners and managers may revoke
 * all (B§6). Holders of advanced roles may revoke only roles that grant no more than theirs.
 */
export function requireRevoke(actor: Actor, here: AccessContext, roles: Iterable<RoleName>): void {
  const manages = [...effectiveEntries(here.spaceContext, here.entries).values()].some(
    (held) => held.inheritedOwnerRole,
  )
  if (!manages && exceedsOwnPermissions(actor, here, roles)) refuse('not_permitted')
}

function exceedsOwnPermissions(actor: Actor, here: AccessContext, roles: Iterable<RoleName>): boolean {
  const items = permissionsIgnoringDissolution(actor, here)
  return [...roles].some((role) => ROLE_ITEMS[role].some((item) => !items.has(item)))
}

/**
 * Filters `roles`, and the departments of advanced roles, to those that grant at least one permission within the
 * permission boundary. With `readOnly` (a group being dissolved) only reading permissions count.
 */
export function effectiveGrants<T extends RoleName>(
  { permissionBoundary, departmentScopes }: Pick<Actor, 'permissionBoundary' | 'departmentScopes'>,
  roles: readonly T[],
  { readOnly = false }: { readOnly?: boolean } = {},
): { roles: T[]; departments: string[] } {
  const gives = (items: Iterable<PermissionItem>) =>
    [...items].some(
      (item) =>
        (!permissionBoundary || permissionBoundary.has(item)) && (!readOnly || READ_ONLY_ITEMS.has(item)),
    )
  return {
    roles: roles.filter((role) => gives(ROLE_ITEMS[role])),
    departments: departmentScopes.flatMap(({ departments, permissions }) =>
      gives(permissions) ? [...departments] : [],
    ),
  }
}

/** The people whose permission boundary is not empty; files and groups do not exist for the others. */
export async function peopleWithPermissions(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<readonly string[]> {
  // Only holders of an empty role can have an empty boundary, and they are few.
  const { rows } = await sql<{ id: string }>`
    select distinct h.person_id as id from person_role h left join role r on r.id = h.role_id
    where h.person_id = any(${personIds}::uuid[]) and (h.preset = 'forbidden' or r.permissions = '{}')`.execute(
    db,
  )
  if (rows.length === 0) return personIds
  const actors = await loadActors(
    db,
    rows.map(({ id }) => id),
    asOf,
  )
  return personIds.filter((id) => actors.get(id)?.permissionBoundary?.size !== 0)
}
