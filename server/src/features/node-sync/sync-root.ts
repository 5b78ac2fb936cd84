import type { GroupSync } from '@clouddisk/contract/admin-group-sync'
import type { syncInstances } from '@clouddisk/contract/node-sync'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { enqueue } from './schedule.ts'
import * as store from './store.ts'
import { endSyncOf, presentSync, requireClusters, saveSyncOf } from './sync.ts'

/** Sync of the root folder of a space, so of all its files, by those who administer the space. The caller checks who that is. */

export interface Root {
  /** Of the folder. */
  readonly id: string
  readonly spaceId: string
  /** Of the group or library, for the audit log. */
  readonly name: string
}

export async function rootSync(db: Reader, rootId: string): Promise<GroupSync | undefined> {
  const rule = await store.ruleOf(db, rootId)
  return rule && presentSync(rule)
}

/** @throws Refusal `sync_two_nodes`, `sync_no_bucket`, `unknown_value` */
export async function saveRootSync(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  root: Root,
  choice: Omit<Input<typeof syncInstances>, 'instanceIds'>,
): Promise<void> {
  await requireClusters(ctx, choice.clusterIds)
  await saveSyncOf(ctx, tx, actor, { ...root, isFolder: true }, choice)
  await enqueue(ctx, tx)
}

export const endRootSync = (tx: Tx, { id, name }: Pick<Root, 'id' | 'name'>): Promise<void> =>
  endSyncOf(tx, { id, name, isFolder: true })
