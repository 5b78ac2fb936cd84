import { sql } from 'kysely'
import type { Context } from '../../context.ts'

export interface Holding {
  readonly bucket: string
  readonly driver: string
  readonly isHome: boolean
  readonly objects: number
  readonly bytes: number
}

/** What each configured bucket holds, and each that rows name although it is not configured. */
export async function holdings(ctx: Context): Promise<Holding[]> {
  const { rows } = await sql<{ bucket: string; objects: number; bytes: number }>`
    select bucket, count(*)::bigint as objects, coalesce(sum(size), 0)::bigint as bytes
    from blob where unreachable_since is null group by bucket`.execute(ctx.db.reader)
  const byBucket = new Map(rows.map((row) => [row.bucket, row]))
  const names = [...new Set([...ctx.stores.buckets, ...byBucket.keys()])]
  return names.map((bucket) => ({
    bucket,
    driver: ctx.stores.buckets.includes(bucket) ? ctx.stores.of(bucket).provider : 'not configured',
    isHome: bucket === ctx.stores.home.bucket,
    objects: byBucket.get(bucket)?.objects ?? 0,
    bytes: byBucket.get(bucket)?.bytes ?? 0,
  }))
}
