import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { mayCollectGarbage } from '../db/gc-lock.ts'
import { Failures } from '../jobs/failures.ts'
import { Answering } from '../objects/availability.ts'
import type { ObjectStore } from '../objects/port.ts'
import {
  asideUntil,
  contentDue,
  isAsideDue,
  NOTHING,
  type Share,
  straysDue,
  type Unreachable,
} from './gc-candidates.ts'
import { noteAside, type OnRemoved, sweeping } from './gc-runs.ts'

/** Buckets that respond; a bucket that does not is logged once and left for a later run. */
export const reachableBuckets = (ctx: Context): Answering =>
  new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; cleanup continues later'),
  )

/**
 * Removes content that no version names. It is taken out of use first, in a transaction that sees every version there
 * is; then its bytes go, then its row.
 */
export async function reapContent(ctx: Context): Promise<number> {
  const answering = reachableBuckets(ctx)
  return sweeping(ctx, 'content', async (removed) => {
    const failures = new Failures(ctx)
    for await (const blob of contentDue(ctx, answering)) {
      const reaped = () => answering.one(blob.bucket, () => reapBlob(ctx, blob))
      if (await failures.alone(blob, reaped)) removed(blob.size)
    }
    failures.tell()
  })
}

async function reapBlob(ctx: Context, { id, bucket, key }: Unreachable): Promise<boolean> {
  const unused = await ctx.db.transact(async (tx) => {
    // A backup copies what a snapshot names, however long that takes.
    if (!(await mayCollectGarbage(tx))) return false
    const held = await sql`
      select from blob where id = ${id} and bucket = ${bucket} and key = ${key} for update`.execute(tx)
    // Moved meanwhile: another time, where it is.
    if (held.rows.length === 0) return false
    // Its own statement, so that it sees what was committed while we waited for the lock.
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from file_version where blob_id = ${id}) as used`.execute(tx)
    const used = rows[0]?.used ?? true
    await tx
      .updateTable('blob')
      .set(used ? { unreachable_since: null } : { state: 'received' })
      .where('id', '=', id)
      .execute()
    return !used
  })
  if (!unused) return false
  await ctx.stores.of(bucket).remove(key)
  await ctx.db.reader.deleteFrom('blob').where('id', '=', id).where('state', '=', 'received').execute()
  return true
}

/**
 * Puts bytes aside that neither an upload nor content names, once they are old enough not to be just arriving, and
 * removes for good what was put aside a month ago. Answers how many objects were put aside.
 */
export async function reapStrays(ctx: Context): Promise<number> {
  let count = 0
  const answering = reachableBuckets(ctx)
  await sweeping(ctx, 'strays', async (removed) => {
    const failures = new Failures(ctx)
    for (const objects of ctx.stores) {
      const reaped = () => reapStraysOf(ctx, objects, answering, removed, failures)
      count += (await failures.alone(objects, () => answering.try(objects.bucket, reaped))) ?? 0
    }
    failures.tell()
  })
  return count
}

/** Answers how many objects it put aside, and tells of those that went for good. */
async function reapStraysOf(
  ctx: Context,
  objects: ObjectStore,
  answering: Answering,
  removed: OnRemoved,
  failures: Failures,
): Promise<number> {
  // Whose it is may have changed since it was last asked, and what lies in another's nobody here names.
  await objects.check()
  const { bucket } = objects
  let count = 0
  for await (const { key } of straysDue(ctx, objects))
    await failures.alone({ bucket, key }, () =>
      answering.one(bucket, async () => {
        ctx.log.warn({ bucket, key }, 'moving an untracked object aside; it is deleted after 30 days')
        await objects.setAside(key, ctx.now())
        count++
      }),
    )
  const { gone, kept } = await asideIn(ctx, objects)
  await objects.forgetStrays(asideUntil(ctx))
  removed(gone.bytes, gone.objects)
  await noteAside(ctx, bucket, kept)
  return count
}

/** What goes for good now, and what stays aside. Of one key there may be several files. */
async function asideIn(ctx: Context, objects: ObjectStore): Promise<{ gone: Share; kept: Share }> {
  const [gone, kept] = [{ ...NOTHING }, { ...NOTHING }]
  let last = ''
  for await (const stray of objects.strays()) {
    const share = isAsideDue(ctx, stray) ? gone : kept
    share.bytes += stray.size
    if (stray.key !== last) share.objects++
    last = stray.key
  }
  return { gone, kept }
}
