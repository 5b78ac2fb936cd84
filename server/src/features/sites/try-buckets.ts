import type { Context } from '../../context.ts'
import { credentialsOf } from '../../objects/buckets.ts'
import { type CloudRow, cloudKeysOf, settingsInCloud } from '../../objects/clouds.ts'
import type { CheckFinding } from '../../objects/s3/check.ts'
import { isElsewhere, wholePlace } from '../storage/buckets.ts'
import { testBucket } from '../storage/test-bucket.ts'

/** Tries the buckets of a cloud that are reached otherwise from now on; answers what is wrong or was repaired. */
export async function tryBucketsInCloud(
  ctx: Context,
  cloud: CloudRow,
  origins: readonly string[],
): Promise<(CheckFinding & { bucketName: string })[]> {
  const { stores, secrets } = ctx
  await stores.refresh()
  const keys = cloudKeysOf(secrets, cloud)
  const findings: (CheckFinding & { bucketName: string })[] = []
  for (const bucketName of stores.buckets) {
    const row = stores.rowOf(bucketName)
    if (row?.cloudId !== cloud.id) continue
    const settings = { ...row, cloud: settingsInCloud(cloud, row.cloud) }
    const before = credentialsOf(secrets, row)
    const credentials = row.ownKeys ? before : (keys ?? before)
    const isNew = JSON.stringify(credentials) !== JSON.stringify(before)
    if (!isElsewhere(row, settings, isNew ? credentials : undefined)) continue
    const found = await testBucket(ctx, wholePlace(bucketName, settings, credentials), origins)
    findings.push(
      ...found.filter(({ outcome }) => outcome !== 'fine').map((finding) => ({ bucketName, ...finding })),
    )
  }
  return findings
}
