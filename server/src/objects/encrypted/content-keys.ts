import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '../../config/parse.ts'
import { IN_USE } from '../../db/blob-state.ts'
import type { Reader, Tx } from '../../db/database.ts'
import type { RingKey } from './key-ring.ts'
import type { MasterKey } from './master-keys.ts'
import { ENCRYPTED_ETAG_PREFIX } from './mixed.ts'
import { NUMBER_MAX } from './segments.ts'

/** Rows of content keys, each wrapped by a master key. Changing the master key only rewraps the rows. */

export interface WrappedKey {
  readonly number: number
  /** Id of the master key. */
  readonly master: string
  readonly wrapped: Buffer
  readonly since: Date
}

const SECRET_BYTES = 32

export const wrappedKeys = (db: Reader): Promise<WrappedKey[]> =>
  db
    .selectFrom('content_key')
    .select(['number', 'master', 'wrapped', 'created_at as since'])
    .orderBy('number')
    .execute()

/** Throws MissingMasterKey. */
export const unwrapAll = (rows: readonly WrappedKey[], masters: readonly MasterKey[]): RingKey[] =>
  rows.map((row) => ({ number: row.number, since: row.since, secret: unwrap(row, masters) }))

function unwrap({ number, master, wrapped }: WrappedKey, masters: readonly MasterKey[]): Uint8Array {
  const found = masters.find(({ id }) => id === master)
  if (!found) throw new MissingMasterKey(master)
  const secret = found.unwrap(wrapped, number)
  if (!secret)
    throw new ConfigError(
      `The content key ${number} in the database is damaged. Restore the database from a backup.`,
    )
  return secret
}

/** A content key is wrapped by a master key that is not configured. */
export class MissingMasterKey extends Error {
  readonly id: string
  constructor(id: string) {
    super(`Content is encrypted with master key ${id}, which is not configured.`)
    this.id = id
  }
}

/** Creates the first content key unless there is one. */
export async function createFirstKey(db: Reader, master: MasterKey, at: Date): Promise<void> {
  await db
    .insertInto('content_key')
    .values(rowOf(newContentKey(1, master, at)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const newContentKey = (number: number, master: MasterKey, since: Date): WrappedKey => ({
  number,
  master: master.id,
  wrapped: master.wrap(randomBytes(SECRET_BYTES), number),
  since,
})
const rowOf = ({ since, ...key }: WrappedKey) => ({ ...key, created_at: since })

interface KeyRotation {
  /** Number of content keys that were wrapped by another master key. */
  readonly rewrapped: number
  /** The new content key. */
  readonly number: number
}

/**
 * Wraps all content keys by the first master key and adds a new one, so that the old master key with an old copy of the rows
 * cannot decrypt new content. Throws MissingMasterKey.
 */
export async function rotate(
  tx: Tx,
  masters: readonly [MasterKey, ...MasterKey[]],
  at: Date,
): Promise<KeyRotation> {
  const [first] = masters
  const rows = await tx
    .selectFrom('content_key')
    .select(['number', 'master', 'wrapped', 'created_at as since'])
    .orderBy('number')
    .forUpdate()
    .execute()
  const number = (rows.at(-1)?.number ?? 0) + 1
  if (number > NUMBER_MAX) throw new Error('there are no numbers left for content keys')
  const outdated = rows.filter(({ master }) => master !== first.id)
  for (const row of outdated)
    await tx
      .updateTable('content_key')
      .set({ master: first.id, wrapped: first.wrap(unwrap(row, masters), row.number) })
      .where('number', '=', row.number)
      .execute()
  await tx
    .insertInto('content_key')
    .values(rowOf(newContentKey(number, first, at)))
    .execute()
  return { rewrapped: outdated.length, number }
}

export async function hasEncrypted(db: Reader): Promise<boolean> {
  const { rows } = await sql`select from blob where etag like ${`${ENCRYPTED_ETAG_PREFIX}%`} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** How much content of a bucket is encrypted, by the rows. */
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
