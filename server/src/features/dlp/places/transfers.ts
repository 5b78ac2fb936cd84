import type { Actor } from '../../../access/actor.ts'
import { resolveAll } from '../../../access/resolve.ts'
import type { Context } from '../../../context.ts'
import type { PassedFiles } from './passed.ts'
import { hasRuleFor } from './place-rules.ts'
import { sharedAbove } from './place-store.ts'
import { refuseSensitive } from './refuse-sensitive.ts'

/** Moves and copies that bring files to other people: into another space, or a folder that is shared. */

export interface Transfer {
  readonly ids: readonly string[]
  readonly targetId: string
  /** Of the one file: an earlier version in place of the current one. */
  readonly versionId?: string | undefined
  /** The permission that it takes. */
  readonly by: 'move' | 'copy' | 'download'
  /** Who sees the files; the caller if absent. */
  readonly reader?: Actor
}

/**
 * Refuses with 110008, or answers what the call writes in its own transaction. What the caller may not do at all is left to the call
 * itself.
 */
export async function refuseSensitiveTransfer(
  ctx: Context,
  actor: Actor,
  { ids, targetId, versionId, by, reader = actor }: Transfer,
): Promise<PassedFiles | undefined> {
  const db = ctx.db.reader
  if (!(await hasRuleFor(db, 'transfer'))) return undefined
  const target = (await resolveAll(db, actor, [targetId])).get(targetId.toLowerCase())
  if (!target?.permissions.has('upload')) return undefined
  const [items, shared] = await Promise.all([resolveAll(db, reader, ids), sharedAbove(db, [target.id])])
  const going = [...items.values()].filter(
    ({ spaceId, permissions, fullPath }) =>
      permissions.has(by) &&
      (spaceId !== target.spaceId || shared.some((id) => fullPath.every((step) => step.id !== id))),
  )
  return refuseSensitive(ctx, reader, {
    place: 'transfer',
    topIds: going.map(({ id }) => id),
    versionId,
    leavesHidden: by !== 'move',
    actor,
  })
}
