import { type Actor, loadActors } from '../../access/actor.ts'
import { adminScope, hasAdvancedRole, mayAdministerArea, mayManagePerson } from '../../access/admin.ts'
import { activeAdministrators } from '../../access/administrators.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import type { LinkOwner } from './admin-store.ts'

/** Which administrators stop links of a person, and decide about what the person wants to share outside. */

export type DecidedPerson = Pick<LinkOwner, 'ownerId' | 'departmentId' | 'memberships'>

/** A person may always stop its own links. */
export const mayStop = (actor: Actor, { ownerId, departmentId, memberships }: DecidedPerson): boolean =>
  mayAdministerArea(actor, 'links', 'change') &&
  (ownerId === actor.personId ||
    mayManagePerson(actor, adminScope(actor, 'links', 'change'), {
      departmentId,
      advanced: hasAdvancedRole(memberships),
    }))

/** Administrators who may decide about a person's links and requests, without that person. */
export async function decidersOf(ctx: Context, db: Reader, person: DecidedPerson): Promise<string[]> {
  const ids = (await activeAdministrators(db, 'links')).filter((id) => id !== person.ownerId)
  const actors = await loadActors(db, ids, ctx.now())
  return ids.filter((id) => {
    const actor = actors.get(id)
    return actor !== undefined && mayStop(actor, person)
  })
}

/** An administrator decides about what is its own only where there is no other. */
export async function mayDecide(
  ctx: Context,
  db: Reader,
  actor: Actor,
  person: DecidedPerson,
): Promise<boolean> {
  return person.ownerId !== actor.personId || (await decidersOf(ctx, db, person)).length === 0
}
