import type { Actor } from '../../access/actor.ts'
import { trashVisibility } from '../../access/permissions.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Reader } from '../../db/database.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { groupSpace, personSpace, type Space } from '../../tree/spaces.ts'

/** The trash of a person or a group. */

export interface TrashBin extends Pick<Space, 'id' | 'rootId'> {
  /** Only entries deleted by this person; all if undefined. */
  readonly deletedBy?: string
  /** Name of the group, with which the paths begin. */
  readonly name?: string
}

/** The trash as far as the actor may see it and restore from it. */
export async function visibleBin(db: Reader, actor: Actor, groupId: string | undefined): Promise<TrashBin> {
  if (groupId === undefined) return personSpace(db, actor.personId)
  const { id, rootId } = await groupSpace(db, groupId)
  const root = (await resolveAll(db, actor, [rootId])).get(rootId) ?? refuseNotFound('group')
  const bin = { id, rootId, name: root.name }
  return trashVisibility(root) === 'all' ? bin : { ...bin, deletedBy: actor.personId }
}

/** The trash, if the actor may empty it. */
export async function purgeableBin(db: Reader, actor: Actor, groupId: string | undefined): Promise<TrashBin> {
  const bin = await visibleBin(db, actor, groupId)
  if (bin.deletedBy !== undefined) refuse('not_permitted')
  return bin
}
