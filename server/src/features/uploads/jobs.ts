import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { mayRetireContent } from '../../db/content-hold.ts'
import { Failures } from '../../jobs/failures.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { Answering } from '../../objects/answering.ts'
import { type ObjectStore, type Received, StoreAway } from '../../objects/port.ts'
import {
  asideUntil,
  contentDue,
  endedDue,
  isAsideDue,
  NOTHING,
  type Share,
  straysDue,
  type Unreachable,
  uploadsDue,
} from './due.ts'
import { discardLost, endLost } from './lost.ts'
import * as offers from './offer-store.ts'
import { endByRow, removeBytes, removeEnded } from './open-uploads.ts'
import * as proofs from './proof-store.ts'
import * as store from './store.ts'
import { noteAside, type OnRemoved, sweeping } from './sweeps.ts'
import { verifyJobs } from './verify.ts'

/** Time's work on content: uploads nobody finished, content nobody names, bytes nobody knows. */
export const uploadJobs = (ctx: Context): JobQueue[] => [
  { name: 'reap-uploads', cron: '5 * * * *', run: async () => void (await reapUploads(ctx)) },
  { name: 'reap-lost', cron: '* * * * *', run: async () => void (await discardLost(ctx)) },
  { name: 'reap-content', cron: '25 * * * *', run: async () => void (await reapContent(ctx)) },
  { name: 'reap-strays', cron: '55 4 * * *', run: async () => void (await reapStrays(ctx)) },
  ...verifyJobs(ctx),
]

const DAY_MS = 24 * 3600 * 1000

/**
 * Ends uploads after their seven days (G27) or once their place is lost, by their rows: their space is somebody's, and does not
 * wait for a store that is slow or away. Then forgets those that ended; their bytes go first. Answers how many ended for their
 * place, and of how many others bytes were removed.
 */
export async function reapUploads(ctx: Context): Promise<number> {
  const { reader } = ctx.db
  const answering = answeringOf(ctx)
  await endOver(ctx)
  const lost = await endLost(ctx, { binned: true })
  await proofs.forget(reader, new Date(ctx.now().getTime() - 7 * DAY_MS))
  await offers.forgetOffers(reader, ctx.now())
  await removeEnded(ctx, lost.ended, answering)
  const count = await sweeping(ctx, 'uploads', async (removed) => {
    const failures = new Failures(ctx)
    for await (const upload of endedDue(ctx, answering))
      await failures.alone(upload, () => answering.one(upload.bucket, () => forget(ctx, upload, removed)))
    failures.tell()
  })
  return lost.count + count
}

async function endOver(ctx: Context): Promise<void> {
  for (let open: store.Upload[]; ; ) {
    open = await uploadsDue(ctx, 'open', ctx.stores.buckets)
    if (open.length === 0) return
    for (const { key } of open) await endByRow(ctx, key)
  }
}

const answeringOf = (ctx: Context): Answering =>
  new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; cleanup continues later'),
  )

/** The row is what says whose the bytes are, so it goes last; what went is told before, since it is gone then. */
async function forget(ctx: Context, upload: store.Upload, removed: OnRemoved): Promise<void> {
  const { bucket, key } = upload
  if (await store.isKept(ctx.db.reader, bucket, key)) await ctx.stores.of(bucket).abort(key)
  else {
    const came = await measure(ctx, upload)
    await removeBytes(ctx, upload)
    if (came) removed(came.size)
  }
  await store.deleteUpload(ctx.db.reader, key)
}

/** StoreAway. What cannot be measured for another reason is removed all the same, and not told. */
async function measure(ctx: Context, { bucket, key }: store.Upload): Promise<Received | undefined> {
  try {
    return await ctx.stores.of(bucket).received(key)
  } catch (err) {
    if (err instanceof StoreAway) throw err
    ctx.log.warn({ err, bucket, key }, 'size of an ended upload is unknown; removing it without reporting it')
    return undefined
  }
}

/**
 * Removes content that no version names. It is taken out of use first, in a transaction that sees every version there
 * is; then its bytes go, then its row.
 */
export async function reapContent(ctx: Context): Promise<number> {
  const answering = answeringOf(ctx)
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
    if (!(await mayRetireContent(tx))) return false
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
  const answering = answeringOf(ctx)
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
