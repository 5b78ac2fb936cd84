import { HOUR } from '@clouddisk/contract/time'
import type { Context } from '../context.ts'
import { runInBackground } from '../db/database.ts'
import { allSettledSequentially } from '../jobs/all-settled.ts'
import { AvailabilityGuard } from '../objects/availability.ts'
import type { StoredObject } from '../objects/stores.ts'
import { type ExpectedObject, type ObjectMismatch, verifyObject } from '../objects/verify-object.ts'
import { notifyCorruption } from './notify-administrators.ts'
import {
  isProvenMismatch,
  quarantine,
  type RepairSource,
  recordCorruption,
  repairFrom,
  useObject,
} from './quarantine.ts'
import { dropRedundantCopy, type OverdueCopy, overdueCopies } from './redundant.ts'
import * as store from './scrub-records.ts'
import { verifyStored } from './verify-object.ts'

/** Repairs from sources outside the buckets (a backup), and from uploads of the same content. */

/** Content that is corrupted, or suspected to be. */
export const openCorruptions = ({ db }: Context): Promise<store.Corruption[]> =>
  store.allCorruptions(db.reader)

/** Repairs content from the source. False if the content turns out intact, or the source unusable. */
export async function repairIfDamaged(
  ctx: Context,
  fault: store.Corruption,
  source: RepairSource,
): Promise<boolean> {
  return (await isDamaged(ctx, fault)) && repairFrom(ctx, fault, source)
}

/** Confirms a suspicion at once, since a copy is at hand. */
async function isDamaged(ctx: Context, fault: store.Corruption): Promise<boolean> {
  if (fault.confirmedAt) return true
  const { reader } = ctx.db
  const now = await store.corruptionOf(reader, fault.id)
  if (!now || now.confirmedAt) return now !== undefined
  const mismatch = await verifyObject(ctx.stores, now)
  if (!mismatch) {
    await store.deleteSuspicion(reader, now.id)
    return false
  }
  if (await quarantine(ctx, now, mismatch)) return true
  // A concurrent read may have quarantined it.
  return Boolean((await store.corruptionOf(reader, now.id))?.confirmedAt)
}

/**
 * Reads the content that is used in place of a redundant copy. If it is corrupted, and the copy reads correctly, the content row
 * names the copy from then on. Returns false if the copy is not needed; true if it is used, or if nothing is known yet because
 * a bucket is unavailable.
 */
export async function checkAgainstCopy(
  ctx: Context,
  { id, since, ...redundant }: OverdueCopy,
  guard: AvailabilityGuard = guardFor(ctx),
): Promise<boolean> {
  for (;;) {
    const content = await store.contentById(ctx.db.reader, id)
    if (!content) return false
    // A concurrent run has used it.
    if (content.key === redundant.key) return true
    const mismatch = await guard.try(content.bucket, () => confirmedMismatch(ctx, content))
    if (!mismatch) return mismatch === undefined
    const worth = await guard.try(redundant.bucket, () => qualityOf(ctx, { ...content, ...redundant }, since))
    if (worth !== 'good') {
      await recordCorruption(ctx, content, mismatch)
      return worth !== 'bad'
    }
    if (await useObject(ctx, content, redundant, { mismatch, duplicateOf: id })) {
      await notifyCorruption(ctx)
      return true
    }
  }
}

const guardFor = (ctx: Context) =>
  new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; redundant copies of its content are kept for now'),
  )

/** A copy that is missing for this long counts as lost. */
const GONE_MS = 6 * HOUR

/** Read twice, since it may be the only copy; a temporary failure says nothing of it. */
async function qualityOf(
  ctx: Context,
  redundant: ExpectedObject,
  since: Date,
): Promise<'good' | 'bad' | 'unknown'> {
  const isOld = since.getTime() < ctx.now().getTime() - GONE_MS
  for (let reading = 0; reading < 2; reading++) {
    const fault = await verifyStored(ctx.stores, redundant)
    if (!fault) return 'good'
    if (!isProvenMismatch(fault) && !(fault.kind === 'missing' && isOld)) return 'unknown'
  }
  return 'bad'
}

/** Handles overdue redundant copies. */
export async function handleRedundantCopies(ctx: Context): Promise<void> {
  const guard = guardFor(ctx)
  for (let after = ''; ; ) {
    const redundantCopies = await overdueCopies(ctx, after)
    await allSettledSequentially(redundantCopies, (redundant) =>
      runInBackground(() => checkOrDrop(ctx, redundant, guard)),
    )
    const last = redundantCopies.at(-1)
    if (!last) return
    after = last.key
  }
}

async function checkOrDrop(ctx: Context, redundant: OverdueCopy, guard: AvailabilityGuard): Promise<void> {
  if (await checkAgainstCopy(ctx, redundant, guard)) return
  await guard.try(redundant.bucket, () => dropRedundantCopy(ctx, redundant))
}

/** Repairs content from an upload of the same bytes that has a row of its own. */
export async function repairFromUpload(ctx: Context, id: string, duplicate: StoredObject): Promise<void> {
  const content = await store.contentById(ctx.db.reader, id)
  const mismatch = content && (await confirmedMismatch(ctx, content))
  if (!mismatch) return
  const source = { ...duplicate, store: ctx.stores.of(duplicate.bucket) }
  if (await repairFrom(ctx, content, source, { mismatch })) await notifyCorruption(ctx)
  else await recordCorruption(ctx, content, mismatch)
}

/** A mismatch seen in two reads, which excludes a temporary failure; null if the content is intact. */
async function confirmedMismatch(
  { stores }: Context,
  content: store.LiveContent,
): Promise<ObjectMismatch | null> {
  if (!(await verifyStored(stores, content))) return null
  return (await verifyStored(stores, content)) ?? null
}
