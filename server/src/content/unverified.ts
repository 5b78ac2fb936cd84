import { HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type ConsistencyFault, unavailableBuckets } from '../objects/scrub.ts'

/** Content whose verification (verify.ts) is overdue; until it is verified only its sender can open it. */

/** By then the largest file has been read, and every retry was made dozens of times. */
const LONG_MS = 6 * HOUR

interface Unverified {
  readonly id: string
  readonly bucket: string
  readonly createdAt: Date
}

/** Counts by rows, without asking a store. Buckets that are not configured any more are reported elsewhere. */
export async function countUnverified(ctx: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from blob where ${isOverdue(ctx)}`.execute(ctx.db.reader)
  return rows[0]?.count ?? 0
}

/** Content of unavailable buckets is left out; the bucket itself is reported. */
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
