import { sql } from 'kysely'
import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import type { Reader } from '../db/database.ts'
import { readMetadata, writeMetadata } from '../db/metadata.ts'
import { NoSuchObject } from './port.ts'
import type { Stores } from './stores.ts'

/** Whether several servers mean the same content: what one of them does not see is lost to whoever asks it. */

const FACT = 'home bucket'

/**
 * Refuses, by ConfigError, a server that does not have a bucket which rows name, whose home bucket is not the others', or
 * whose bucket is only called like theirs. `alone`: no other server runs, so that this one's home becomes the others'.
 */
export async function assertSharedContent(
  { db, pool, stores }: { db: Reader; pool: pg.Pool; stores: Stores },
  { s3 }: Pick<Config, 's3'>,
  alone: boolean,
): Promise<void> {
  await mustKnowBuckets(db, stores)
  const own = s3?.bucket ?? ''
  const home = await readMetadata(pool, FACT)
  if (!alone && home !== undefined && home !== own)
    throw new ConfigError(
      `CLOUDDISK_S3_BUCKET: the other servers on this database store content in ${home}, not in ${own}. Set the same bucket.`,
    )
  await mustHold(db, stores)
  if (home !== own) await writeMetadata(pool, FACT, own)
}

async function mustKnowBuckets(db: Reader, stores: Stores): Promise<void> {
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

/** The newest content is where this server looks for it. */
async function mustHold(db: Reader, stores: Stores): Promise<void> {
  const newest = await db
    .selectFrom('blob')
    .select(['key', 'size'])
    .where('bucket', '=', stores.home.bucket)
    .where('state', '=', 'live')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest || (await isIn(stores, newest.key))) return
  throw new ConfigError(
    `CLOUDDISK_S3_ENDPOINT: the bucket ${stores.home.bucket} there does not hold the content of this database. All servers need the same store.`,
  )
}

/** A store that is away now is no other one. */
async function isIn({ home }: Stores, key: string): Promise<boolean> {
  try {
    return (await home.stat(key)) !== undefined
  } catch (error) {
    return !(error instanceof NoSuchObject)
  }
}
