import { type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS, type RoleName } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { refuse, refuseField } from '../errors/refusal.ts'
import { itemsUnlessDissolving, type Located } from './access.ts'
import { type Actor, actorsOfPeople } from './actor.ts'
import { countingOn } from './entries.ts'

/** What roles give: to somebody anything at all, and by whom they may be given and taken. */

/** A place as it stands for whoever gives or takes something there. */
type Here = Pick<Located, 'ground' | 'entries'>

/** Refuses to give a role that does more than the actor may do at a place itself. */
export function mustGive(actor: Actor, here: Here, roles: Iterable<RoleName>): void {
  if (exceeds(actor, here, roles)) refuseField('role', 'beyond_own')
}

/**
 * Refuses to change or take entries of these roles. Owners and managers are over all people of a place (B§6); who is
 * over them by a role that reaches into departments is so within what that role gives.
 */
export function mustTake(actor: Actor, here: Here, roles: Iterable<RoleName>): void {
  const manages = [...countingOn(here.ground, here.entries).values()].some((held) => held.kept)
  if (!manages && exceeds(actor, here, roles)) refuse('not_permitted')
}

function exceeds(actor: Actor, here: Here, roles: Iterable<RoleName>): boolean {
  const items = itemsUnlessDissolving(actor, here)
  return [...roles].some((role) => ROLE_ITEMS[role].some((item) => !items.has(item)))
}

/**
 * Of `roles`, and of the departments that advanced roles reach, those that leave something within what the person may do
 * anywhere; in a group that is about to be dissolved, within what may still be done there.
 */
export function givingSomething<T extends RoleName>(
  { ceiling, reach }: Pick<Actor, 'ceiling' | 'reach'>,
  roles: readonly T[],
  { readOnly = false }: { readOnly?: boolean } = {},
): { roles: T[]; departments: string[] } {
  const gives = (items: Iterable<PermissionItem>) =>
    [...items].some((item) => (!ceiling || ceiling.has(item)) && (!readOnly || READ_ONLY_ITEMS.has(item)))
  return {
    roles: roles.filter((role) => gives(ROLE_ITEMS[role])),
    departments: reach.flatMap(({ departments, items }) => (gives(items) ? [...departments] : [])),
  }
}

/** Those of these people whose roles leave them something: to the others no file and no group is there. */
export async function leftSomething(
  db: Reader,
  personIds: readonly string[],
  asOf: Date,
): Promise<readonly string[]> {
  // Few have a role that gives nothing, and only who has one can be left with nothing.
  const { rows } = await sql<{ id: string }>`
    select distinct h.person_id as id from person_role h left join role r on r.id = h.role_id
    where h.person_id = any(${personIds}::uuid[]) and (h.preset = 'forbidden' or r.items = '{}')`.execute(db)
  if (rows.length === 0) return personIds
  const actors = await actorsOfPeople(
    db,
    rows.map(({ id }) => id),
    asOf,
  )
  return personIds.filter((id) => actors.get(id)?.ceiling?.size !== 0)
}
