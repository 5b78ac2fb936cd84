import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { refuse, refuseField } from '../errors/refusal.ts'
import { itemsUnlessDissolving, type Located, must } from './access.ts'
import { type Actor, actorOfPerson } from './actor.ts'

/** What is done with a group as a whole: its owner's alone, within what the owner's roles let it do at all (B§6). */
export type Deed = 'create' | 'resize' | 'handOver' | 'dissolve'

/**
 * Whoever makes a group makes a place and says who is in it; its space and who has it are the concern of who manages
 * its people; with its end all that is in it is deleted.
 */
const ITEMS: Record<Deed, readonly PermissionItem[]> = {
  create: ['upload', 'members'],
  resize: ['members'],
  handOver: ['members'],
  dissolve: ['delete'],
}

/** Everybody may have groups whom no role keeps from it. */
export const mayHaveGroups = ({ ceiling }: Pick<Actor, 'ceiling'>): boolean =>
  !ceiling || ITEMS.create.every((item) => ceiling.has(item))

export function mustMakeGroups(actor: Actor): void {
  if (!mayHaveGroups(actor)) refuse('not_permitted')
}

/** Refuses to give a group to somebody whose roles keep it from having one; `field` is what names it. */
export async function mustHaveGroups(db: Reader, personId: string, asOf: Date, field: string): Promise<void> {
  const actor = await actorOfPerson(db, personId, asOf)
  if (!actor || !mayHaveGroups(actor)) refuseField(field, 'unknown_value')
}

/** Refuses who is not the owner of a group, given its root, and an owner whose roles do not let it. */
export function mustOwn(actor: Actor, root: Located, deed: Exclude<Deed, 'create'>): void {
  const own = root.entries.get(actor.personId)?.kept
  if (own?.role !== 'owner' || own.fileId !== root.rootId) refuse('not_permitted')
  const items = itemsUnlessDissolving(actor, root)
  for (const item of ITEMS[deed]) must({ items }, item)
}
