import type { Actor } from '../../access/actor.ts'
import { permissionsIgnoringDissolution, requirePermission } from '../../access/permissions.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Reader } from '../../db/database.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { groupSpace, personSpace, type Space } from '../../tree/spaces.ts'

/** The caller's own space, or a group's that the caller manages: to those nothing in it is hidden. */
export async function managedSpace(db: Reader, actor: Actor, groupId: string | undefined): Promise<Space> {
  if (groupId === undefined) return personSpace(db, actor.personId)
  const space = await groupSpace(db, groupId)
  const root = (await resolveAll(db, actor, [space.rootId])).get(space.rootId) ?? refuseNotFound('group')
  requirePermission({ permissions: permissionsIgnoringDissolution(actor, root) }, 'members')
  return space
}
