import { sql } from 'kysely'
import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import type { Reader } from '../db/database.ts'
import { readMetadata, writeMetadata } from '../db/metadata.ts'
import { NoSuchObject } from './port.ts'
import type { Stores } from './stores.ts'

const HOME_BUCKET_KEY = 'home bucket'

/**
 * Throws ConfigError unless the servers of a cluster store the same content: all buckets of the rows are configured, the home
 * bucket is the same, and it holds the newest content. `alone`: no other server runs, so this one may change the home bucket.
 */
export async function assertSharedContent(
  { db, pool, stores }: { db: Reader; pool: pg.Pool; stores: Stores },
  { s3 }: Pick<Config, 's3'>,
  alone: boolean,
): Promise<void> {
  await requireKnownBuckets(db, stores)
  const own = s3?.bucket ?? ''
  const home = await readMetadata(pool, HOME_BUCKET_KEY)
  if (!alone && home !== undefined && home !== own)
    throw new ConfigError(
      `CLOUDDISK_S3_BUCKET: the other servers on this database store content in ${home}, not in ${own}. Set the same bucket.`,
    )
  await requireNewestContent(db, stores)
  if (home !== own) await writeMetadata(pool, HOME_BUCKET_KEY, own)
}

async function requireKnownBuckets(db: Reader, stores: Stores): Promise<void> {
  const { rows } = await sql<{ bucket: string }>`
    select bucket from blob where bucket <> all(${stores.buckets}::text[])
    union select bucket from upload where state = 'open' and bucket <> all(${stores.buckets}::text[])
    order by bucket limit 1`.execute(db)
  const bucket = rows[0]?.bucket
  if (bucket === undefined) return
  throw new ConfigError(
    bucket === DISK_BUCKET
      ? "CLOUDDISK_CLUSTER: content is stored on one machine's disk. Start that server without CLOUDDISK_CLUSTER, move the content (storage move), and wait a day for cleanup."
      : `CLOUDDISK_S3_BUCKET: content is stored in the bucket ${bucket}, which is not set here. All servers need the same bucket.`,
  )
}

async function requireNewestContent(db: Reader, stores: Stores): Promise<void> {
  const newest = await db
    .selectFrom('blob')
    .select(['key', 'size'])
    .where('bucket', '=', stores.home.bucket)
    .where('state', '=', 'live')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest || (await isStored(stores, newest.key))) return
  throw new ConfigError(
    `CLOUDDISK_S3_ENDPOINT: the bucket ${stores.home.bucket} there does not hold the content of this database. All servers need the same store.`,
  )
}

/** An unavailable store counts as the right one. */
async function isStored({ home }: Stores, key: string): Promise<boolean> {
  try {
    return (await home.stat(key)) !== undefined
  } catch (error) {
    return !(error instanceof NoSuchObject)
  }
}
