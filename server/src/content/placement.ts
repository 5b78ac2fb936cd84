import { SECOND } from '@clouddisk/contract/time'
import type { Context } from '../context.ts'
import { refuse } from '../errors/refusal.ts'
import { homeBucketOf, usedBytes } from './placement-store.ts'

export { homeBucketOf, usedBytes as filled }

/**
 * The bucket for new content: the home bucket of its space, or the default bucket if that has no room. Refuses `storage_full`
 * if neither has. Deduplicated content stays in the bucket where it is.
 */
export async function bucketFor(ctx: Context, spaceId: string, size: number): Promise<string> {
  const { stores } = ctx
  const own = stores.hasHomes ? await homeBucketOf(ctx.db.reader, spaceId) : null
  for (const bucket of new Set([own ?? stores.home.bucket, stores.home.bucket]))
    if (await hasRoom(ctx, bucket, size)) return bucket
  return refuse('storage_full')
}

/** Whether new content of so many bytes may go there; they are counted as used from then on. */
export async function hasRoom(ctx: Context, bucket: string, size: number): Promise<boolean> {
  if (ctx.stores.stateOf(bucket) !== 'active') return false
  const capacity = ctx.stores.rowOf(bucket)?.capacity ?? null
  return capacity === null || (await ctx.bucketUsage.reserve(bucket, size, capacity))
}

/** A sum is used for at least this long, and for a hundred times as long as it took. */
const FRESH_MS = 30 * SECOND
const WORTH = 100

interface BucketUsage {
  bytes: number
  goodUntil: number
}

/**
 * Used bytes of buckets with a capacity. Summing the content is slow, so a sum is cached and this process adds its own uploads;
 * several processes may exceed a capacity by what each of them stores within half a minute.
 */
export class BucketUsageCache {
  readonly #ctx: Context
  readonly #known = new Map<string, Promise<BucketUsage>>()

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async reserve(bucket: string, size: number, capacity: number): Promise<boolean> {
    const fill = await this.#of(bucket)
    if (fill.bytes + size > capacity) return false
    fill.bytes += size
    return true
  }

  async #of(bucket: string): Promise<BucketUsage> {
    const known = await this.#known.get(bucket)?.catch(() => undefined)
    if (known && this.#ctx.now().getTime() < known.goodUntil) return known
    const summing = this.#sum(bucket)
    this.#known.set(bucket, summing)
    return summing
  }

  async #sum(bucket: string): Promise<BucketUsage> {
    const begun = performance.now()
    const bytes = await usedBytes(this.#ctx.db.reader, bucket)
    const good = Math.max(FRESH_MS, (performance.now() - begun) * WORTH)
    return { bytes, goodUntil: this.#ctx.now().getTime() + good }
  }
}
