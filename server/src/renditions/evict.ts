import type { Context } from '../context.ts'
import * as store from './store.ts'

/** Deletes renditions that are not needed or not affordable. */

const A_STEP = 500
/** Eviction goes on until this share of the budget is used, so that it does not run all the time. */
const KEPT_SHARE = 0.9

/** Deletes those used longest ago while all together exceed the budget. Returns how many. */
export async function enforceBudget(ctx: Context): Promise<number> {
  const { derivedBytes } = ctx.config
  let bytes = await store.totalBytes(ctx.db.reader)
  if (bytes <= derivedBytes) return 0
  let count = 0
  while (bytes > derivedBytes * KEPT_SHARE) {
    const step = await store.leastRecentlyUsed(ctx.db.reader, A_STEP)
    if (step.length === 0) break
    const evicted: string[] = []
    for (const { id, bytes: size } of step) {
      if (bytes <= derivedBytes * KEPT_SHARE) break
      evicted.push(id)
      bytes -= size
    }
    await deleteRenditions(ctx, evicted)
    count += evicted.length
  }
  return count
}

/** Deletes renditions of content that is not stored any more, and requests that nobody repeats. */
export async function dropUnneeded(ctx: Context): Promise<void> {
  await store.dropForgotten(ctx)
  await dropAll(ctx, () => store.withoutSource(ctx.db.reader, A_STEP))
}

/** Deletes all renditions in a bucket, which is about to lose its content. */
export const dropRenditionsIn = (ctx: Context, bucket: string): Promise<void> =>
  dropAll(ctx, () => store.renditionsIn(ctx.db.reader, bucket, A_STEP))

async function dropAll(ctx: Context, next: () => Promise<string[]>): Promise<void> {
  for (let ids = await next(); ids.length > 0; ids = await next()) await deleteRenditions(ctx, ids)
}

/** Deletes renditions with their objects, so that the space they took is free at once. */
export async function deleteRenditions(ctx: Context, ids: readonly string[]): Promise<void> {
  const objects = await ctx.db.transact((tx) => store.deleteRenditions(ctx, tx, ids))
  for (const { id, bucket, key } of objects)
    try {
      await ctx.stores.of(bucket).remove(key)
      await store.deleteObjectRow(ctx.db.reader, id)
    } catch (err) {
      ctx.log.debug({ err, bucket, key }, 'a preview was not deleted; the garbage collector does it')
    }
}
