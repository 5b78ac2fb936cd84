import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { IN_USE } from '../db/blob-state.ts'
import type { Database } from '../db/database.ts'
import { readMetadata, writeMetadataOnce } from '../db/metadata.ts'
import { untrackedKeys } from './scrub.ts'

/**
 * Whose the content in a bucket is. Each installation has a name for that and leaves it in every bucket that it uses. In
 * another's it changes nothing: all that lies there would look like nobody's, and be tidied away.
 */
export interface BucketOwner {
  /** The name of this installation. */
  owner(): Promise<string>
  /** Whether a bucket in which nobody has left a name may be taken. */
  mayTake(found: UnmarkedBucket): Promise<boolean>
}

export interface UnmarkedBucket {
  readonly bucket: string
  /** Of the first objects there that are called as content is. */
  readonly keys: readonly string[]
  isThere(key: string): Promise<boolean>
}

/**
 * Not the installation's id: a drive that was restored from a backup goes on under that, and is not whom the buckets of
 * the other one belong to.
 */
export const OWNER_KEY = 'content owner'

export const newBucketOwnerName = (): string => randomUUID()

const LOOKED_FOR = 5

/** By what rows say: before there were names, buckets were used without. */
export const ownerFrom = ({ reader, pool }: Pick<Database, 'reader' | 'pool'>): BucketOwner => ({
  owner: async () =>
    (await readMetadata(pool, OWNER_KEY)) ?? writeMetadataOnce(pool, OWNER_KEY, newBucketOwnerName()),
  mayTake: async ({ bucket, keys, isThere }) => {
    if (keys.length === 0 || (await untrackedKeys(reader, bucket, keys)).length < keys.length) return true
    const { rows } = await sql<{ key: string }>`
      select key from blob where bucket = ${bucket} and ${IN_USE}
      order by md5(id::text) limit ${LOOKED_FOR}`.execute(reader)
    for (const { key } of rows) if (await isThere(key)) return true
    return false
  },
})

/** Of an installation that is only being made: nothing that lies anywhere is its own. */
export const newOwner = (owner: string): BucketOwner => ({
  owner: async () => owner,
  mayTake: async ({ keys }) => keys.length === 0,
})
