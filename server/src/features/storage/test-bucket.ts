import type { BucketFinding } from '@clouddisk/contract/admin-storage'
import { bucketReasonText, bucketStepText } from '@clouddisk/contract/bucket-words'
import type { Language } from '@clouddisk/contract/errors'
import type { S3Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { newBucketOwnerName, newOwner, ownerFrom } from '../../objects/bucket-owner.ts'
import { MARKER } from '../../objects/layout.ts'
import { NoSuchObject, type ObjectStore } from '../../objects/port.ts'
import type { CheckFinding } from '../../objects/s3/check.ts'
import type { OwnerMarker } from '../../objects/s3/marker.ts'
import { sampleContent } from './store.ts'

/** Tests a bucket before it is used, and on demand. */

const LOOKED_FOR = 5

/**
 * @param ctx undefined before the first start, when no bucket holds content of this installation.
 * @param origins origins of pages that send parts to the store directly.
 */
export async function testBucket(
  ctx: Pick<Context, 'db'> | undefined,
  place: S3Config,
  origins: readonly string[],
): Promise<CheckFinding[]> {
  // Imported on demand: the S3 library is large, and most installations do not need it.
  const [{ checkBucket }, { S3Store }, { OwnerMarker }] = await Promise.all([
    import('../../objects/s3/check.ts'),
    import('../../objects/s3/s3.ts'),
    import('../../objects/s3/marker.ts'),
  ])
  const direct = place.uploads === 'direct' || place.downloads === 'presigned'
  return checkBucket({ ...place, origins: direct ? origins : undefined }, async ({ signal }) => {
    const store = new S3Store({ ...place, signal })
    const marker = new OwnerMarker(
      { ...place, signal },
      ctx ? ownerFrom(ctx.db) : newOwner(newBucketOwnerName()),
    )
    try {
      return await lookAt(ctx?.db.reader, store, marker)
    } finally {
      await store.close()
      marker.close()
    }
  })
}

/** Checks that the bucket holds content of our rows; without rows, that it belongs to no other installation. */
async function lookAt(
  db: Reader | undefined,
  store: ObjectStore,
  marker: OwnerMarker,
): Promise<CheckFinding> {
  const step = 'content'
  const found = await marker.ownership()
  if (found.state === 'named') return { step, outcome: 'wrong', reason: 'named', details: { object: MARKER } }
  const contents = db ? await sampleContent(db, store.bucket, LOOKED_FOR) : []
  const lost = await Promise.all(contents.map((object) => isLost(store, object)))
  const missing = lost.filter(Boolean).length
  if (missing > 0)
    return { step, outcome: 'wrong', reason: 'missing', details: { count: contents.length, missing } }
  if (found.state === 'foreign')
    return { step, outcome: 'wrong', reason: 'foreign', details: { count: found.count } }
  return { step, outcome: 'fine' }
}

async function isLost(store: ObjectStore, object: { key: string; etag: string | null }): Promise<boolean> {
  try {
    await (await store.open(object)).close()
    return false
  } catch (error) {
    if (error instanceof NoSuchObject) return true
    throw error
  }
}

export const findingsIn = (findings: readonly CheckFinding[], language: Language): BucketFinding[] =>
  findings.map(({ step, outcome, reason, details }) => ({
    step,
    stepText: bucketStepText(step, language),
    outcome,
    reason: reason ?? null,
    says: reason ? bucketReasonText(reason, language, details) : null,
  }))

export const isFine = (findings: readonly CheckFinding[]): boolean =>
  findings.every(({ outcome }) => outcome !== 'wrong')
