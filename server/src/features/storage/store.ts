import type { BucketHolds } from '@clouddisk/contract/bucket-words'
import { sql } from 'kysely'
import { IN_USE } from '../../db/blob-state.ts'
import type { Reader } from '../../db/database.ts'
import { ENCRYPTED_ETAG_PREFIX } from '../../objects/encrypted/mixed.ts'

/** SQL of buckets. */

export interface BucketContent {
  readonly bucket: string
  readonly objects: number
  readonly bytes: number
}

/** Content in use by bucket. */
export async function contentByBucket(db: Reader): Promise<Map<string, BucketContent>> {
  const { rows } = await sql<BucketContent>`
    select bucket, count(*)::bigint as objects, coalesce(sum(size), 0)::bigint as bytes
    from blob where ${IN_USE} group by bucket`.execute(db)
  return new Map(rows.map((row) => [row.bucket, row]))
}

/** Number of people, groups and departments that have each bucket as home. */
export async function homesByBucket(db: Reader): Promise<Map<string, number>> {
  const { rows } = await sql<{ bucket: string; homes: number }>`
    select home_bucket as bucket, count(*)::bigint as homes from (
      select home_bucket from space where home_bucket is not null
      union all select home_bucket from department where home_bucket is not null) as h
    group by home_bucket`.execute(db)
  return new Map(rows.map(({ bucket, homes }) => [bucket, homes]))
}

const PEOPLE_NAMED = 5

/** Rows that still refer to a bucket. */
export async function bucketReferences(db: Reader, bucket: string): Promise<BucketHolds> {
  const { rows } = await sql<Omit<BucketHolds, 'people' | 'morePeople' | 'until'> & Senders>`
    select (select count(*) from blob where bucket = ${bucket} and ${IN_USE}) as objects,
      (select count(*) from blob where bucket = ${bucket} and not ${IN_USE}) as leaving,
      u.uploads, u.people, u.until,
      (select count(*) from space where home_bucket = ${bucket})
        + (select count(*) from department where home_bucket = ${bucket}) as homes
    from (
      select count(*) as uploads, max(u.expires_at) as until,
        coalesce(array_agg(distinct p.real_name || coalesce(' (' || nullif(p.account_name, p.real_name) || ')', '')), '{}') as people
      from upload u join person p on p.id = u.person_id where u.bucket = ${bucket} and u.state = 'open'
    ) u`.execute(db)
  const [{ people, until, ...counts } = NOTHING] = rows
  return {
    ...counts,
    people: people.slice(0, PEOPLE_NAMED),
    morePeople: Math.max(0, people.length - PEOPLE_NAMED),
    until: until?.toISOString() ?? null,
  }
}

interface Senders {
  readonly people: readonly string[]
  readonly until: Date | null
}
const NOTHING = { objects: 0, leaving: 0, uploads: 0, homes: 0, people: [], until: null }

/** A random sample of plain content that the bucket should hold. */
export async function sampleContent(
  db: Reader,
  bucket: string,
  count: number,
): Promise<{ key: string; etag: string | null }[]> {
  return db
    .selectFrom('blob')
    .select(['key', 'etag'])
    .where('bucket', '=', bucket)
    .where(IN_USE)
    .where((eb) => eb.or([eb('etag', 'is', null), eb('etag', 'not like', `${ENCRYPTED_ETAG_PREFIX}%`)]))
    .orderBy(sql`md5(id::text)`)
    .limit(count)
    .execute()
}
