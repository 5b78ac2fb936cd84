import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { IN_USE } from '../db/blob-state.ts'
import type { Database } from '../db/database.ts'
import { readMetadata, writeMetadataOnce } from '../db/metadata.ts'
import { untrackedKeys } from './scrub.ts'

/**
 * Ownership of buckets. Each installation has an owner name and writes it into every bucket that it uses. It changes nothing in
 * a bucket of another owner, whose objects would all look untracked and be collected.
 */
export interface BucketOwner {
  /** Owner name of this installation. */
  owner(): Promise<string>
  /** Whether a bucket without an owner may be claimed. */
  mayClaim(found: UnmarkedBucket): Promise<boolean>
}

interface UnmarkedBucket {
  readonly bucket: string
  /** Keys of the first objects that look like content. */
  readonly keys: readonly string[]
  exists(key: string): Promise<boolean>
}

/** Not the installation's id, which a restored installation keeps: the buckets belong to the original. */
export const OWNER_KEY = 'content owner'

export const newBucketOwnerName = (): string => randomUUID()

const SAMPLE_SIZE = 5

/** Claims buckets without an owner if they hold content of our rows: older versions wrote no owner. */
export const ownerFrom = ({ reader, pool }: Pick<Database, 'reader' | 'pool'>): BucketOwner => ({
  owner: async () =>
    (await readMetadata(pool, OWNER_KEY)) ?? writeMetadataOnce(pool, OWNER_KEY, newBucketOwnerName()),
  mayClaim: async ({ bucket, keys, exists }) => {
    if (keys.length === 0 || (await untrackedKeys(reader, bucket, keys)).length < keys.length) return true
    const { rows } = await sql<{ key: string }>`
      select key from blob where bucket = ${bucket} and ${IN_USE}
      order by md5(id::text) limit ${SAMPLE_SIZE}`.execute(reader)
    for (const { key } of rows) if (await exists(key)) return true
    return false
  },
})

/** For a new installation, which owns no objects yet. */
export const newOwner = (owner: string): BucketOwner => ({
  owner: async () => owner,
  mayClaim: async ({ keys }) => keys.length === 0,
})
