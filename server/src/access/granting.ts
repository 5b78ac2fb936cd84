import { type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS, type RoleName } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { refuse, refuseField } from '../errors/refusal.ts'
import { permissionsIgnoringDissolution, type ResolvedItem } from './access.ts'
import { type Actor, loadActors } from './actor.ts'
import { effectiveEntries } from './entries.ts'

/** What roles give: to somebody anything at all, and by whom they may be given and taken. */

/** A place as it stands for whoever gives or takes something there. */
type AccessContext = Pick<ResolvedItem, 'spaceContext' | 'entries'>

/** Refuses to give a role that does more than the actor may do at a place itself. */
export function requireGrant(actor: Actor, here: AccessContext, roles: Iterable<RoleName>): void {
  if (exceedsOwnPermissions(actor, here, roles)) refuseField('role', 'beyond_own')
}

/**
 * Refuses to change or take entries of these roles. Owners and managers are over all people of a place (B§6); who is
 * over them by a role that reaches into departments is so within what that role gives.
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
 * Of `roles`, and of the departments that advanced roles reach, those that leave something within what the person may do
 * anywhere; in a group that is about to be dissolved, within what may still be done there.
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

/** Those of these people whose roles leave them something: to the others no file and no group is there. */
export async function peopleWithPermissions(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<readonly string[]> {
  // Few have a role that gives nothing, and only who has one can be left with nothing.
  const { rows } = await sql<{ id: string }>`
    select distinct h.person_id as id from person_role h left join role r on r.id = h.role_id
    where h.person_id = any(${personIds}::uuid[]) and (h.preset = 'forbidden' or r.items = '{}')`.execute(db)
  if (rows.length === 0) return personIds
  const actors = await loadActors(
    db,
    rows.map(({ id }) => id),
    asOf,
  )
  return personIds.filter((id) => actors.get(id)?.permissionBoundary?.size !== 0)
}
