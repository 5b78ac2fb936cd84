import { sql } from 'kysely'
import { IN_USE } from '../../db/blob-state.ts'
import type { Reader } from '../../db/database.ts'
import { ENCRYPTED_ETAG_PREFIX } from './mixed.ts'

/** How much of a bucket's content lies encrypted, and how much plain, by what rows say. */
export interface EncryptedShare {
  readonly bucket: string
  readonly encrypted: ObjectAmount
  readonly plain: ObjectAmount
}
export interface ObjectAmount {
  readonly objects: number
  readonly bytes: number
}

export async function encryptedShares(db: Reader): Promise<EncryptedShare[]> {
  const { rows } = await sql<{ bucket: string; isEncrypted: boolean } & ObjectAmount>`
    select bucket, coalesce(etag like ${`${ENCRYPTED_ETAG_PREFIX}%`}, false) as "isEncrypted",
      count(*)::bigint as objects, coalesce(sum(size), 0)::bigint as bytes
    from blob where ${IN_USE} group by 1, 2 order by 1`.execute(db)
  const amountOf = (name: string, encrypted: boolean): ObjectAmount => {
    const found = rows.find(({ bucket, isEncrypted }) => bucket === name && isEncrypted === encrypted)
    return { objects: found?.objects ?? 0, bytes: found?.bytes ?? 0 }
  }
  return [...new Set(rows.map(({ bucket }) => bucket))].map((bucket) => ({
    bucket,
    encrypted: amountOf(bucket, true),
    plain: amountOf(bucket, false),
  }))
}
