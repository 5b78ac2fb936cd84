import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openS3Client, type S3Location } from '../../src/objects/s3/client.ts'
import type { Reach } from './reach.ts'

const START_MS = 120_000
const AGAIN_MS = 250

/** A new bucket of a store that may still be starting. */
export async function newBucket(reach: Reach): Promise<S3Location> {
  const place = { ...reach, region: 'us-east-1', bucket: `t${randomBytes(8).toString('hex')}` }
  const client = openS3Client(place)
  const late = Date.now() + START_MS
  try {
    for (;;) {
      try {
        await client.send(new CreateBucketCommand({ Bucket: place.bucket }))
        return place
      } catch (error) {
        if (Date.now() > late) throw error
        await pause(AGAIN_MS)
      }
    }
  } finally {
    client.destroy()
  }
}

/** The settings of a server whose content lies in this bucket. */
export const settingsOf = ({ endpoint, bucket, accessKey, secretKey }: S3Location) => ({
  CLOUDDISK_S3_ENDPOINT: endpoint,
  CLOUDDISK_S3_BUCKET: bucket,
  CLOUDDISK_S3_ACCESS_KEY: accessKey,
  CLOUDDISK_S3_SECRET_KEY: secretKey,
})
