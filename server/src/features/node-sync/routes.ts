import * as contract from '@clouddisk/contract/node-sync'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { batchIds } from '../../tree/batch.ts'
import * as sync from './sync.ts'

export const nodeSyncRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.querySyncClusters, () => sync.clusters(ctx)),
  bind(contract.syncInstances, async (actor, input, { language }) => ({
    list: await sync.sync(ctx, actor, batchIds(input.instanceIds, 'instanceIds'), input, language),
  })),
  bind(contract.pageSyncedInstances, (actor, input, { language }) => sync.page(ctx, actor, input, language)),
  bind(contract.removeSync, async (actor, { instanceIds }, { language }) => ({
    list: await sync.remove(ctx, actor, batchIds(instanceIds, 'instanceIds'), language),
  })),
  bind(contract.runSync, async (actor, { instanceIds }, { language }) => ({
    list: await sync.runNow(ctx, actor, batchIds(instanceIds, 'instanceIds'), language),
  })),
]
