import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** SQL of where new content goes. */

/** Bytes that a bucket holds, or has promised to uploads. */
export async function usedBytes(db: Reader, bucket: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(size), 0) from blob where bucket = ${bucket} and (sha256 is not null or state in ('derived', 'copy')))::bigint
      + (select coalesce(sum(size), 0) from upload where bucket = ${bucket} and state = 'open')::bigint as bytes`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

/** The home that a space has by itself or by its department; null: none of its own. */
export async function homeBucketOf(db: Reader, spaceId: string): Promise<string | null> {
  const { rows } = await sql<{ home: string | null }>`select home_bucket_of(${spaceId}) as home`.execute(db)
  return rows[0]?.home ?? null
}
