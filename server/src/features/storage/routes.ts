import * as contract from '@clouddisk/contract/admin-storage'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import * as buckets from './buckets.ts'
import * as homes from './homes.ts'
import { latestMove, startMove, stopMove } from './moves.ts'
import { scrubStatus } from './scrub-status.ts'
import { findingsIn } from './test-bucket.ts'

export function storageRoutes(ctx: Context): RouteBinding[] {
  /** Origins of pages that the store must allow (CORS). */
  const origins = (request: FastifyRequest) => [publicOriginOf(ctx.config, request)]
  return [
    bind(contract.queryBuckets, async () => ({
      list: await buckets.list(ctx),
      defaultFixed: ctx.config.contentIsPinned,
    })),
    bind(contract.createBucket, async (_actor, input, { request, language }) => {
      const { bucket, findings } = await buckets.create(ctx, input, origins(request))
      return { bucket, findings: findingsIn(findings, language) }
    }),
    bind(contract.updateBucket, async (_actor, input, { request, language }) => {
      const { bucket, findings } = await buckets.update(ctx, input, origins(request))
      return { bucket, findings: findingsIn(findings, language) }
    }),
    bind(contract.checkBucket, async (_actor, { bucketName }, { request, language }) => ({
      findings: findingsIn(await buckets.check(ctx, bucketName, origins(request)), language),
    })),
    bind(contract.makeDefaultBucket, (_actor, { bucketName }) => buckets.makeDefault(ctx, bucketName)),
    bind(contract.retireBucket, async (_actor, { bucketId }) => {
      await buckets.retire(ctx, bucketId)
      return {}
    }),
    bind(contract.pageBucketHomes, (_actor, input) => homes.page(ctx, input)),
    bind(contract.setBucketHome, async (_actor, { principals, bucketName }) => ({
      changed: await homes.set(ctx, principals, bucketName),
    })),
    bind(contract.queryContentMove, async () => ({ move: await latestMove(ctx) })),
    bind(contract.beginContentMove, (_actor, { from, to, bytesPerSecond = null }) =>
      startMove(ctx, { from, to, bytesPerSecond }),
    ),
    bind(contract.queryContentReading, () => scrubStatus(ctx)),
    bind(contract.stopContentMove, async () => ({ stopped: await stopMove(ctx) })),
  ]
}
