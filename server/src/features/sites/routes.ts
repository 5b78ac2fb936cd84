import * as cloudCalls from '@clouddisk/contract/admin-clouds'
import * as clusterCalls from '@clouddisk/contract/admin-clusters'
import * as nodeCalls from '@clouddisk/contract/admin-nodes'
import * as siteCalls from '@clouddisk/contract/admin-sites'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { findingsIn } from '../storage/test-bucket.ts'
import { checkCluster } from './check-cluster.ts'
import * as clouds from './clouds.ts'
import * as clusters from './clusters.ts'
import * as nodes from './nodes.ts'
import * as sites from './sites.ts'

export const siteRoutes = (ctx: Context): RouteBinding[] => [
  bind(nodeCalls.queryNodes, async () => ({ list: await nodes.list(ctx) })),
  bind(nodeCalls.saveNode, (_actor, input) => nodes.save(ctx, input)),
  bind(nodeCalls.removeNode, async (_actor, { nodeId }) => {
    await nodes.remove(ctx, nodeId)
    return {}
  }),
  bind(clusterCalls.queryClusters, async () => ({ list: await clusters.list(ctx) })),
  bind(clusterCalls.saveCluster, (_actor, input) => clusters.save(ctx, input)),
  bind(clusterCalls.removeCluster, async (_actor, { clusterId }) => {
    await clusters.remove(ctx, clusterId)
    return {}
  }),
  bind(clusterCalls.checkCluster, async (_actor, { clusterId }, { language }) => ({
    findings: await checkCluster(ctx, clusterId, language),
  })),
  bind(siteCalls.querySites, async () => ({ list: await sites.list(ctx) })),
  bind(siteCalls.saveSite, (_actor, input) => sites.save(ctx, input)),
  bind(siteCalls.removeSite, async (_actor, { siteId }) => {
    await sites.remove(ctx, siteId)
    return {}
  }),
  bind(cloudCalls.queryClouds, async () => ({ list: await clouds.list(ctx) })),
  bind(cloudCalls.saveCloud, async (_actor, input, { request, language }) => {
    const { cloudId, findings } = await clouds.save(ctx, input, [publicOriginOf(ctx.config, request)])
    const told = findingsIn(findings, language)
    return {
      cloudId,
      findings: findings.flatMap(({ bucketName }, at) => {
        const finding = told[at]
        return finding ? [{ bucketName, ...finding }] : []
      }),
    }
  }),
  bind(cloudCalls.removeCloud, async (_actor, { cloudId }) => {
    await clouds.remove(ctx, cloudId)
    return {}
  }),
]
