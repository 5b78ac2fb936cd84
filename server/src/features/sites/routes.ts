import * as nodeCalls from '@clouddisk/contract/admin-nodes'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as nodes from './nodes.ts'

export const siteRoutes = (ctx: Context): RouteBinding[] => [
  bind(nodeCalls.queryNodes, async () => ({ list: await nodes.list(ctx) })),
  bind(nodeCalls.saveNode, (_actor, input) => nodes.save(ctx, input)),
  bind(nodeCalls.removeNode, async (_actor, { nodeId }) => {
    await nodes.remove(ctx, nodeId)
    return {}
  }),
]
