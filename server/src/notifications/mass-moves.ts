import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { notify } from './notify.ts'
import { describeOwnedFolder } from './space-owner.ts'

/** Notifies owners of mass moves into another space. */

export interface MassMove {
  /** The root of a group, or the folder that was shared with the actor. */
  readonly sharedRootId: string
  readonly count: number
}

export async function notifyMassMoves(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  moves: readonly MassMove[],
): Promise<void> {
  for (const { sharedRootId, count } of moves) {
    const place = await describeOwnedFolder(tx, sharedRootId)
    if (!place) continue
    await notify(ctx, tx, {
      kind: 'files.massMoved',
      to: place.to,
      actor,
      data: { ...place.about, count },
    })
  }
}
