import { reachableBuckets } from '../../content/collect.ts'
import { isTracked } from '../../content/gc-candidates.ts'
import { type OnCollected, recordRun } from '../../content/gc-runs.ts'
import type { Context } from '../../context.ts'
import { ObjectFailures } from '../../jobs/failures.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { type ReceivedBytes, StoreUnavailable } from '../../objects/port.ts'
import { endedDue, uploadsDue } from './expired.ts'
import * as offers from './instant-store.ts'
import { endByRow, removeBytes, removeEnded } from './open-uploads.ts'
import * as proofs from './proof-store.ts'
import { discardLost, endLost } from './revoked-uploads.ts'
import * as store from './store.ts'

/** Periodic removal of uploads that expired or lost their target. */
export const uploadJobs = (ctx: Context): JobQueue[] => [
  { name: 'reap-uploads', cron: '5 * * * *', run: async () => void (await reapUploads(ctx)) },
  { name: 'reap-lost', cron: '* * * * *', run: async () => void (await discardLost(ctx)) },
]

const DAY_MS = 24 * 3600 * 1000

/**
 * Ends uploads after their seven days (G27) or once their place is lost, by their rows: their space is somebody's, and does not
 * wait for a store that is slow or away. Then forgets those that ended; their bytes go first. Answers how many ended for their
 * place, and of how many others bytes were removed.
 */
export async function reapUploads(ctx: Context): Promise<number> {
  const { reader } = ctx.db
  const answering = reachableBuckets(ctx)
  await endOver(ctx)
  const lost = await endLost(ctx, { binned: true })
  await proofs.forget(reader, new Date(ctx.now().getTime() - 7 * DAY_MS))
  await offers.forgetOffers(reader, ctx.now())
  await removeEnded(ctx, lost.ended, answering)
  const count = await recordRun(ctx, 'uploads', async (removed) => {
    const failures = new ObjectFailures(ctx)
    for await (const upload of endedDue(ctx, answering))
      await failures.attempt(upload, () => answering.one(upload.bucket, () => forget(ctx, upload, removed)))
    failures.throwIfAny()
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

/** The row is what says whose the bytes are, so it goes last; what went is told before, since it is gone then. */
async function forget(ctx: Context, upload: store.Upload, removed: OnCollected): Promise<void> {
  const { bucket, key } = upload
  if (await isTracked(ctx, key)) await ctx.stores.of(bucket).abort(key)
  else {
    const came = await measure(ctx, upload)
    await removeBytes(ctx, upload)
    if (came) removed(came.size)
  }
  await store.deleteUpload(ctx.db.reader, key)
}

/** StoreAway. What cannot be measured for another reason is removed all the same, and not told. */
async function measure(ctx: Context, { bucket, key }: store.Upload): Promise<ReceivedBytes | undefined> {
  try {
    return await ctx.stores.of(bucket).received(key)
  } catch (err) {
    if (err instanceof StoreUnavailable) throw err
    ctx.log.warn({ err, bucket, key }, 'size of an ended upload is unknown; removing it without reporting it')
    return undefined
  }
}
