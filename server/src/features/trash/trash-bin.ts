import { locateAll, sightOfBin } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { groupSpace, personSpace, type Space } from '../../tree/spaces.ts'

/** Whose bin is meant: one's own, or a group's. */

export interface TrashBin extends Pick<Space, 'id' | 'rootId'> {
  /** Only what this person threw away; everything where it is not given. */
  readonly deletedBy?: string
  /** A group's name, which its files' paths begin with. */
  readonly name?: string
}

/** The bin as far as the actor may see it and put back what is in it. */
export async function visibleBin(db: Reader, actor: Actor, groupId: string | undefined): Promise<TrashBin> {
  if (groupId === undefined) return personSpace(db, actor.personId)
  const { id, rootId } = await groupSpace(db, groupId)
  const root = (await locateAll(db, actor, [rootId])).get(rootId) ?? refuseNotFound('group')
  const bin = { id, rootId, name: root.name }
  return sightOfBin(root) === 'all' ? bin : { ...bin, deletedBy: actor.personId }
}

/** The bin, where the actor may let go for good what is in it. */
export async function purgeableBin(db: Reader, actor: Actor, groupId: string | undefined): Promise<TrashBin> {
  const bin = await visibleBin(db, actor, groupId)
  if (bin.deletedBy !== undefined) refuse('not_permitted')
  return bin
}
