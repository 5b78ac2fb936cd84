import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '../../config/parse.ts'
import type { Reader, Tx } from '../../db/database.ts'
import type { RingKey } from './key-ring.ts'
import type { MasterKey } from './master-keys.ts'
import { ENCRYPTED_ETAG_PREFIX } from './mixed.ts'
import { NUMBER_MAX } from './segments.ts'

/**
 * Content keys as rows, each wrapped by a master key. What is encrypted by them never changes when a master key does: the
 * rows alone are wrapped anew.
 */

export interface WrappedKey {
  readonly number: number
  /** The id of the master key that wraps it. */
  readonly master: string
  readonly wrapped: Buffer
  readonly since: Date
}

const SECRET = 32

export const wrappedKeys = (db: Reader): Promise<WrappedKey[]> =>
  db
    .selectFrom('content_key')
    .select(['number', 'master', 'wrapped', 'made_at as since'])
    .orderBy('number')
    .execute()

/** MissingMasterKey. */
export function unwrapAll(rows: readonly WrappedKey[], masters: readonly MasterKey[]): RingKey[] {
  return rows.map((row) => ({ number: row.number, since: row.since, secret: unwrapped(row, masters) }))
}

function unwrapped({ number, master, wrapped }: WrappedKey, masters: readonly MasterKey[]): Uint8Array {
  const found = masters.find(({ id }) => id === master)
  if (!found) throw new MissingMasterKey(master)
  const secret = found.unwrap(wrapped, number)
  if (!secret)
    throw new ConfigError(
      `The content key ${number} in the database is damaged. Restore the database from a backup.`,
    )
  return secret
}

/** Content keys are wrapped by a master key that is not among those given. */
export class MissingMasterKey extends Error {
  readonly id: string
  constructor(id: string) {
    super(`Content is encrypted with master key ${id}, which is not configured.`)
    this.id = id
  }
}

/** The first one, where there is none yet; whoever comes second finds it there. */
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
  wrapped: master.wrap(randomBytes(SECRET), number),
  since,
})
const rowOf = ({ since, ...key }: WrappedKey) => ({ ...key, made_at: since })

export interface KeyRotation {
  /** Wrapped anew by the first master key. */
  readonly rewrapped: number
  /** The content key that what comes is encrypted by from now on. */
  readonly number: number
}

/**
 * Wraps all content keys by the first master key, and makes a new one for what comes: whoever had the old master key and an
 * old copy of the rows reads nothing that comes. All or nothing. MissingMasterKey.
 */
export async function rotate(
  tx: Tx,
  masters: readonly [MasterKey, ...MasterKey[]],
  at: Date,
): Promise<KeyRotation> {
  const [first] = masters
  const rows = await tx
    .selectFrom('content_key')
    .select(['number', 'master', 'wrapped', 'made_at as since'])
    .orderBy('number')
    .forUpdate()
    .execute()
  const number = (rows.at(-1)?.number ?? 0) + 1
  if (number > NUMBER_MAX) throw new Error('there are no numbers left for content keys')
  const due = rows.filter(({ master }) => master !== first.id)
  for (const row of due)
    await tx
      .updateTable('content_key')
      .set({ master: first.id, wrapped: first.wrap(unwrapped(row, masters), row.number) })
      .where('number', '=', row.number)
      .execute()
  await tx
    .insertInto('content_key')
    .values(rowOf(newContentKey(number, first, at)))
    .execute()
  return { rewrapped: due.length, number }
}

/** Whether rows name content that is encrypted. */
export async function hasEncrypted(db: Reader): Promise<boolean> {
  const { rows } = await sql`select from blob where etag like ${`${ENCRYPTED_ETAG_PREFIX}%`} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
