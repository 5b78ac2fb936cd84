import { sql } from 'kysely'
import { IN_USE } from '../../db/blob-state.ts'
import type { Reader } from '../../db/database.ts'
import { MARK } from './mixed.ts'

/** How much of a bucket's content lies encrypted, and how much plain, by what rows say. */
export interface Kept {
  readonly bucket: string
  readonly encrypted: Amount
  readonly plain: Amount
}
export interface Amount {
  readonly objects: number
  readonly bytes: number
}

export async function keptIn(db: Reader): Promise<Kept[]> {
  const { rows } = await sql<{ bucket: string; isEncrypted: boolean } & Amount>`
    select bucket, coalesce(etag like ${`${MARK}%`}, false) as "isEncrypted",
      count(*)::bigint as objects, coalesce(sum(size), 0)::bigint as bytes
    from blob where ${IN_USE} group by 1, 2 order by 1`.execute(db)
  const amountOf = (name: string, encrypted: boolean): Amount => {
    const found = rows.find(({ bucket, isEncrypted }) => bucket === name && isEncrypted === encrypted)
    return { objects: found?.objects ?? 0, bytes: found?.bytes ?? 0 }
  }
  return [...new Set(rows.map(({ bucket }) => bucket))].map((bucket) => ({
    bucket,
    encrypted: amountOf(bucket, true),
    plain: amountOf(bucket, false),
  }))
}
