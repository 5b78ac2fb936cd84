import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { BlobState } from '../db/blob-state.ts'
import type { Tx } from '../db/database.ts'
import { mayCollectGarbage } from '../db/gc-lock.ts'
import { ObjectFailures } from '../jobs/object-failures.ts'
import { AvailabilityGuard } from '../objects/availability.ts'
import type { ObjectStore } from '../objects/port.ts'
import {
  type Garbage,
  garbage,
  isExpired,
  isGarbage,
  NO_OBJECTS,
  type ObjectTotals,
  untrackedExpiry,
  untrackedObjects,
} from './gc-candidates.ts'
import { type OnCollected, recordRun, saveUntrackedCount } from './gc-runs.ts'

/** Buckets that respond; a bucket that does not is logged once and left for a later run. */
export const reachableBuckets = (ctx: Context): AvailabilityGuard =>
  new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; cleanup continues later'),
  )

/** Deletes garbage objects. Returns how many. Stops while a backup runs. */
export async function collectGarbage(ctx: Context): Promise<number> {
  const reachable = reachableBuckets(ctx)
  return recordRun(ctx, 'objects', async (removed) => {
    const failures = new ObjectFailures(ctx)
    for await (const object of garbage(ctx, reachable)) {
      const collecting = () => reachable.tryObject(object.bucket, () => collect(ctx, object))
      const outcome = await failures.attempt(object, collecting)
      if (outcome === 'backup runs') break
      if (typeof outcome === 'number') removed(outcome)
    }
    failures.throwIfAny()
  })
}

/** Returns the bytes deleted. The row is marked `deleting` first, which prevents its reuse, and deleted last. */
async function collect(ctx: Context, object: Garbage): Promise<number | 'in use' | 'backup runs'> {
  const marked = await ctx.db.transact((tx) => markDeleting(ctx, tx, object))
  if (marked !== 'deleting') return marked
  const { id, bucket, key, size, isContent } = object
  const objects = ctx.stores.of(bucket)
  const bytes = size ?? (await objects.received(key))?.size ?? 0
  if (!isContent) await objects.abort(key)
  await objects.remove(key)
  await ctx.db.reader.deleteFrom('blob').where('id', '=', id).where('state', '=', 'deleting').execute()
  return bytes
}

async function markDeleting(
  ctx: Context,
  tx: Tx,
  { id, bucket, key }: Garbage,
): Promise<'deleting' | 'in use' | 'backup runs'> {
  // A backup copies what its snapshot names, however long that takes.
  if (!(await mayCollectGarbage(tx))) return 'backup runs'
  const { rows } = await sql`
    select from blob where id = ${id} and bucket = ${bucket} and key = ${key} and ${isGarbage(ctx)} for update`.execute(
    tx,
  )
  if (rows.length === 0) return 'in use'
  // A statement of its own: it sees what was committed while this transaction waited for the lock.
  const { rows: updated } = await sql<{ state: BlobState }>`
    update blob set state = case
      when not exists (select from file_version where blob_id = blob.id) then 'deleting'
      when sent_by is not null then 'unverified'
      when exists (select from corruption f where f.blob_id = blob.id and f.confirmed_at is not null and f.repaired_at is null)
        then 'quarantined'
      else 'live' end
    where id = ${id} returning state`.execute(tx)
  return updated[0]?.state === 'deleting' ? 'deleting' : 'in use'
}

/**
 * Sets untracked objects aside once they are a day old, and deletes those set aside a month ago. Returns how many objects were
 * set aside.
 */
export async function collectUntracked(ctx: Context): Promise<number> {
  let count = 0
  const guard = reachableBuckets(ctx)
  await recordRun(ctx, 'untracked', async (removed) => {
    const failures = new ObjectFailures(ctx)
    for (const objects of ctx.stores) {
      const reaped = () => collectUntrackedOf(ctx, objects, guard, removed, failures)
      count += (await failures.attempt(objects, () => guard.try(objects.bucket, reaped))) ?? 0
    }
    failures.throwIfAny()
  })
  return count
}

/** Returns how many objects were set aside; reports the deleted ones to `removed`. */
async function collectUntrackedOf(
  ctx: Context,
  objects: ObjectStore,
  guard: AvailabilityGuard,
  removed: OnCollected,
  failures: ObjectFailures,
): Promise<number> {
  // The bucket may belong to another installation by now, whose objects are all untracked here.
  await objects.check()
  const { bucket } = objects
  let count = 0
  for await (const { key } of untrackedObjects(ctx, objects))
    await failures.attempt({ bucket, key }, () =>
      guard.tryObject(bucket, async () => {
        ctx.log.warn({ bucket, key }, 'moving an untracked object aside; it is deleted after 30 days')
        await objects.setAside(key, ctx.now())
        count++
      }),
    )
  const { gone, kept } = await untrackedAside(ctx, objects)
  await objects.deleteUntracked(untrackedExpiry(ctx))
  removed(gone.bytes, gone.objects)
  await saveUntrackedCount(ctx, bucket, kept)
  return count
}

/** Objects set aside: those that expire now, and those that stay. One key may have several files. */
async function untrackedAside(
  ctx: Context,
  objects: ObjectStore,
): Promise<{ gone: ObjectTotals; kept: ObjectTotals }> {
  const [gone, kept] = [{ ...NO_OBJECTS }, { ...NO_OBJECTS }]
  let last = ''
  for await (const object of objects.untracked()) {
    const share = isExpired(ctx, object) ? gone : kept
    share.bytes += object.size
    if (object.key !== last) share.objects++
    last = object.key
  }
  return { gone, kept }
}
