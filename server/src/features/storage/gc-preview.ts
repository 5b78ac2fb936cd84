import { expiredUntracked, garbage, isTracked, untrackedObjects } from '../../content/gc-candidates.ts'
import type { Context } from '../../context.ts'
import { AvailabilityGuard } from '../../objects/availability.ts'
import { contentWithoutBytes, unavailableBuckets } from '../../objects/scrub.ts'
import { expiredSessionCount } from '../accounts/jobs.ts'
import { expiredUploads } from '../uploads/expired.ts'

/** Lists what the garbage-collection jobs would delete now, by the same queries. Changes nothing. */

/**
 * `upload`: expired; `ended`: bytes of an ended upload; `content`: used by no version; `untracked`: untracked, will be set aside;
 * `setAside`: set aside a month ago; `leftBehind`: left behind by a move, or an abandoned copy.
 */
export const GARBAGE_KINDS = ['upload', 'ended', 'content', 'untracked', 'setAside', 'leftBehind'] as const

export interface GarbageItem {
  readonly kind: (typeof GARBAGE_KINDS)[number]
  readonly bucket: string
  readonly key: string
  /** Size on the store. */
  readonly bytes: number
  /** Since when it is garbage: set aside, unused or expired. */
  readonly since: Date
}

export interface GcPreview {
  readonly objects: readonly GarbageItem[]
  readonly sessions: { readonly count: number; readonly since: Date | null }
  /** Content without bytes, which no job deletes. */
  readonly contentWithoutBytes: readonly {
    readonly id: string
    readonly bucket: string
    readonly says: string
  }[]
  /** Buckets that could not be reached. */
  readonly unavailable: readonly string[]
}

export async function gcPreview(ctx: Context): Promise<GcPreview> {
  const away = await unavailableBuckets(ctx.stores)
  const guard = new AvailabilityGuard(ctx.stores, (bucket) => away.add(bucket))
  for (const bucket of away) guard.exclude(bucket)
  const objects: GarbageItem[] = []
  for (const bucket of ctx.stores.buckets)
    objects.push(...((await guard.try(bucket, () => garbageIn(ctx, bucket))) ?? []))
  for await (const { bucket, key, size, since, isContent } of garbage(ctx, guard))
    objects.push({
      kind: isContent ? 'content' : 'leftBehind',
      bucket,
      key,
      bytes: isContent && size ? size : ((await guard.try(bucket, () => bytesOf(ctx, bucket, key))) ?? 0),
      since,
    })
  const bytesless = []
  for await (const row of contentWithoutBytes(ctx.db.reader, ctx.stores, away)) bytesless.push(row)
  return {
    objects,
    sessions: await expiredSessionCount(ctx),
    contentWithoutBytes: bytesless,
    unavailable: [...away],
  }
}

/** Most items listed of one kind and bucket. */
const TOLD_MAX = 100_000

async function garbageIn(ctx: Context, bucket: string): Promise<GarbageItem[]> {
  const objects = ctx.stores.of(bucket)
  const found: GarbageItem[] = []
  for (const { key, expiresAt } of await expiredUploads(ctx, 'open', [bucket], TOLD_MAX))
    found.push({ kind: 'upload', bucket, key, bytes: await bytesOf(ctx, bucket, key), since: expiresAt })
  for (const { key, expiresAt } of await expiredUploads(ctx, 'ended', [bucket], TOLD_MAX))
    if (!(await isTracked(ctx, key)))
      found.push({ kind: 'ended', bucket, key, bytes: await bytesOf(ctx, bucket, key), since: expiresAt })
  for await (const object of untrackedObjects(ctx, objects))
    found.push({ kind: 'untracked', bucket, ...object })
  for await (const object of expiredUntracked(ctx, objects))
    found.push({ kind: 'setAside', bucket, ...object })
  return found
}

const bytesOf = async ({ stores }: Context, bucket: string, key: string): Promise<number> =>
  (await stores.of(bucket).received(key))?.size ?? 0
