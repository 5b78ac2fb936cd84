import { SECOND } from '@clouddisk/contract/time'
import type { Context } from '../context.ts'
import { refuse } from '../errors/refusal.ts'
import { homeBucketOf, usedBytes } from './placement-store.ts'

export { usedBytes as filled }

/**
 * Where new content goes: to its space's home, or, where that takes nothing more, to the default bucket; where that
 * does not either, nowhere. What is here already is never moved for that: equal content is named where it lies.
 */
export async function bucketFor(ctx: Context, spaceId: string, size: number): Promise<string> {
  const { stores } = ctx
  const own = stores.homes ? await homeBucketOf(ctx.db.reader, spaceId) : null
  for (const bucket of new Set([own ?? stores.home.bucket, stores.home.bucket]))
    if (await hasRoom(ctx, bucket, size)) return bucket
  return refuse('storage_full')
}

async function hasRoom(ctx: Context, bucket: string, size: number): Promise<boolean> {
  if (ctx.stores.stateOf(bucket) !== 'active') return false
  const capacity = ctx.stores.rowOf(bucket)?.capacity ?? null
  return capacity === null || (await ctx.bucketUsage.reserve(bucket, size, capacity))
}

/** What is summed up is good for so long, and for a hundred times as long as it took. */
const FRESH_MS = 30 * SECOND
const WORTH = 100

interface BucketUsage {
  bytes: number
  goodUntil: number
}

/**
 * How full buckets are that have a capacity. Summing all content up takes a while, so it is done now and then, and what
 * this process sends there meanwhile is added. Several processes may pass a capacity by what each takes in half a minute.
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
