import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { enqueue } from './schedule.ts'
import * as store from './store.ts'
import { homeClusterOf } from './sync.ts'

/** The root folder of a space that administrators keep at several clusters; without clusters the sync ends. */

interface SyncedRoot {
  readonly spaceId: string
  readonly rootId: string
  /** Checked by `requireClusters`. */
  readonly clusterIds: readonly string[]
}

export async function syncRoot(ctx: Context, tx: Tx, actor: Actor, root: SyncedRoot): Promise<void> {
  const { spaceId, rootId, clusterIds } = root
  if (clusterIds.length === 0) {
    await store.deleteRules(tx, [rootId])
    return
  }
  await store.saveRule(
    tx,
    {
      id: newId(),
      fileId: rootId,
      direction: 'oneWay',
      mode: 'syncAndSave',
      fromClusterId: await homeClusterOf(ctx, { spaceId }),
      personId: actor.personId,
      clusterIds,
    },
    ctx.now(),
  )
  await enqueue(ctx, tx)
}
