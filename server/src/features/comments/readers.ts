import type { Actor } from '../../access/actor.ts'
import { permissionsIgnoringDissolution, requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolve } from '../../access/resolve.ts'
import { loadActorsAndAncestors, VisibilityFilter } from '../../access/visibility.ts'
import type { Reader } from '../../db/database.ts'
import { resolveFolderId } from '../../tree/spaces.ts'

/** Who reads comments: those who may comment, and read what the item says of itself. */

export async function readableItem(db: Reader, actor: Actor, instanceId: string): Promise<ResolvedItem> {
  const item = await resolve(db, actor, await resolveFolderId(db, actor, instanceId))
  requireReader(actor, item)
  return item
}

/** Comments are still read in a group that is being dissolved. */
export function requireReader(actor: Actor, item: ResolvedItem): void {
  const permissions = permissionsIgnoringDissolution(actor, item)
  requirePermission({ permissions }, 'attribute')
  requirePermission({ permissions }, 'comment')
}

export interface CommentReader {
  readonly personId: string
  /** Whether the folder around the item can be opened. */
  readonly seesParent: boolean
}

/** Of these people, those who read the comments on an item. */
export async function readersAmong(
  db: Reader,
  personIds: readonly string[],
  item: Pick<ResolvedItem, 'id' | 'parentId'>,
  asOf: Date,
): Promise<CommentReader[]> {
  if (personIds.length === 0) return []
  const { id, parentId } = item
  const { actors, ancestors } = await loadActorsAndAncestors(db, personIds, [id], asOf)
  return personIds.flatMap((personId) => {
    const actor = actors.get(personId)
    if (!actor) return []
    const sight = new VisibilityFilter(actor, ancestors)
    const permissions = sight.permissions(id)
    if (!permissions.has('comment') || !permissions.has('attribute')) return []
    return [{ personId, seesParent: parentId !== null && sight.canSee(parentId) }]
  })
}
