import { DAY } from '@clouddisk/contract/time'
import { reachableBuckets } from '../../content/collect.ts'
import { isTracked } from '../../content/gc-candidates.ts'
import { type OnCollected, recordRun } from '../../content/gc-runs.ts'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { ObjectFailures } from '../../jobs/object-failures.ts'
import { type ReceivedBytes, StoreUnavailable } from '../../objects/port.ts'
import { expiredEnded, expiredUploads } from './expired.ts'
import * as offers from './instant-store.ts'
import { deleteBytes, deleteEndedBytes, endSession } from './open-uploads.ts'
import * as proofs from './proof-store.ts'
import { discardRevoked, endRevoked } from './revoked-uploads.ts'
import * as store from './store.ts'

/** Periodic removal of uploads that expired or lost their target. */
export const uploadJobs = (ctx: Context): JobQueue[] => [
  { name: 'expire-uploads', cron: '5 * * * *', run: async () => void (await collectUploads(ctx)) },
  { name: 'discard-lost-uploads', cron: '* * * * *', run: async () => void (await discardRevoked(ctx)) },
]

/**
 * Ends uploads after seven days (G27) or when their target was lost. Rows first, so that their quota does not wait for a store;
 * then bytes and rows of ended uploads. Returns how many lost their target plus how many had bytes deleted.
 */
export async function collectUploads(ctx: Context): Promise<number> {
  const { reader } = ctx.db
  const guard = reachableBuckets(ctx)
  await endExpired(ctx)
  const lost = await endRevoked(ctx, { binned: true })
  await proofs.deleteExpiredProofs(reader, new Date(ctx.now().getTime() - 7 * DAY))
  await offers.deleteExpiredOffers(reader, ctx.now())
  await deleteEndedBytes(ctx, lost.ended, guard)
  const count = await recordRun(ctx, 'uploads', async (removed) => {
    const failures = new ObjectFailures(ctx)
    for await (const upload of expiredEnded(ctx, guard))
      await failures.attempt(upload, () =>
        guard.tryObject(upload.bucket, () => deleteEnded(ctx, upload, removed)),
      )
    failures.throwIfAny()
  })
  return lost.count + count
}

async function endExpired(ctx: Context): Promise<void> {
  for (let open: store.Upload[]; ; ) {
    open = await expiredUploads(ctx, 'open', ctx.stores.buckets)
    if (open.length === 0) return
    for (const { key } of open) await endSession(ctx, key)
  }
}

/** Deletes bytes first and the row last, since the row identifies the bytes. */
async function deleteEnded(ctx: Context, upload: store.Upload, removed: OnCollected): Promise<void> {
  const { bucket, key } = upload
  if (await isTracked(ctx, key)) await ctx.stores.of(bucket).abort(key)
  else {
    const received = await receivedSize(ctx, upload)
    await deleteBytes(ctx, upload)
    if (received) removed(received.size)
  }
  await store.deleteUpload(ctx.db.reader, key)
}

/** Throws StoreUnavailable. Another failure is logged; the upload is deleted without being counted. */
async function receivedSize(ctx: Context, { bucket, key }: store.Upload): Promise<ReceivedBytes | undefined> {
  try {
    return await ctx.stores.of(bucket).received(key)
  } catch (err) {
    if (err instanceof StoreUnavailable) throw err
    ctx.log.warn({ err, bucket, key }, 'size of an ended upload is unknown; removing it without reporting it')
    return undefined
  }
}
