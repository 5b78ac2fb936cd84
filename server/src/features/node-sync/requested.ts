import { copyContent } from '../../content/copies/copies.ts'
import { limitOf, type Requested } from '../../content/copies/requested-copies.ts'
import { contentByIds } from '../../content/scrub-records.ts'
import type { Context } from '../../context.ts'
import { StoreFull } from '../../objects/port.ts'
import { TokenBucket } from '../../objects/token-bucket.ts'
import { bucketWithRoom } from './run.ts'

/** Copies to a cluster what somebody asked for there. @throws StoreUnavailable, StoreFull: it is tried again. */
export async function copyRequested(ctx: Context, { blobId, clusterId }: Requested): Promise<void> {
  const [content] = await contentByIds(ctx.db.reader, [blobId])
  if (!content) return
  const places = await ctx.stores.placesOf(content)
  if (places.some(({ bucket }) => ctx.stores.distances.clusterOf(bucket) === clusterId)) return
  const bucket = await bucketWithRoom(ctx, ctx.stores.distances.bucketsOf(clusterId), content.size)
  if (bucket === undefined) throw new StoreFull()
  const rate = new TokenBucket(await limitOf(ctx.db.reader, clusterId))
  const throttle = (bytes: number) => new Promise<void>((resolve) => void rate.take(bytes, resolve))
  await copyContent(ctx, content, bucket, throttle)
}
