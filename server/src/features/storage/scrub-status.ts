import { type ContentReading, DAMAGED_FILES_SHOWN } from '@clouddisk/contract/admin-storage'
import * as store from '../../content/scrub-records.ts'
import { countUnverified } from '../../content/unverified.ts'
import type { Context } from '../../context.ts'
import { gcStatus } from './gc-status.ts'

/** Progress and findings of the scrub, for the storage page. By rows only, so that an unavailable store does not delay it. */
export async function scrubStatus(ctx: Context): Promise<ContentReading> {
  const { db, stores, config } = ctx
  const { reader } = db
  const [rounds, counts, files, unverified, leftovers] = await Promise.all([
    store.scrubRounds(reader),
    store.countCorruptions(reader),
    store.corruptedFiles(reader, DAMAGED_FILES_SHOWN),
    countUnverified(ctx),
    gcStatus(ctx),
  ])
  return {
    days: config.scrubDays,
    buckets: stores.buckets.map((bucketName) => ({ bucketName, ...present(rounds.get(bucketName)) })),
    damaged: counts.damaged,
    suspected: counts.suspected,
    missing: counts.missing,
    repaired: counts.repaired,
    unverified,
    files: files.map((file) => ({
      contentId: file.id,
      bucketName: file.bucket,
      objectKey: file.key,
      wrong: file.kind,
      size: file.size,
      time: file.detectedAt.toISOString(),
      damageTime: file.confirmedAt?.toISOString() ?? null,
      instanceId: file.fileId,
      instanceName: file.name ?? '',
      spaceName: file.spaceName ?? '',
      account: file.account,
      path: file.path ?? [],
      isCurrent: file.isCurrent ?? false,
    })),
    leftovers,
  }
}

/** Capped at the total: content repaired during a round is counted twice. */
const present = (round: store.ScrubRound | undefined) => ({
  wholeTime: round?.lastCompletedAt?.toISOString() ?? null,
  beginTime: round?.startedAt.toISOString() ?? null,
  endTime: round?.endedAt?.toISOString() ?? null,
  objects: Math.min(round?.objects ?? 0, round?.totalObjects ?? 0),
  bytes: Math.min(round?.bytes ?? 0, round?.totalBytes ?? 0),
  allObjects: round?.totalObjects ?? 0,
  allBytes: round?.totalBytes ?? 0,
})
