import { HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type ConsistencyFault, unavailableBuckets } from '../objects/scrub.ts'

/** Content that should have been read long ago (verify.ts): until then its sender alone opens it. */

/** By then the largest file has been read, and what would be read by itself was begun anew dozens of times. */
const LONG_MS = 6 * HOUR

interface Unverified {
  readonly id: string
  readonly bucket: string
  readonly createdAt: Date
}

/** By rows alone: whoever looks at a page waits for no store. What lies in buckets that are configured no more is told of those. */
export async function countUnverified(ctx: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from blob where ${isOverdue(ctx)}`.execute(ctx.db.reader)
  return rows[0]?.count ?? 0
}

/** In a bucket that is away it waits for that, which is told of the bucket. */
export async function examineUnverified(ctx: Context): Promise<ConsistencyFault[]> {
  const { rows } = await sql<Unverified>`
    select id, bucket, created_at as "createdAt" from blob where ${isOverdue(ctx)}
    order by created_at, id`.execute(ctx.db.reader)
  if (rows.length === 0) return []
  const away = await unavailableBuckets(ctx.stores)
  const here = rows.filter(({ bucket }) => !away.has(bucket))
  return here.map(({ id, bucket, createdAt }) => ({
    check: 'uploaded content is verified within six hours',
    id,
    says: `was uploaded to ${bucket} at ${createdAt.toISOString()} and is not verified yet, so only its sender can open it. The log says why`,
  }))
}

const isOverdue = ({ stores, now }: Context) => sql<boolean>`
  state = 'unverified' and created_at < ${new Date(now().getTime() - LONG_MS)} and bucket = any(${stores.buckets}::text[])`
