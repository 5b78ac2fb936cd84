import type { HelperPurpose } from '@clouddisk/contract/local-helper'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of tokens for the local helper. */

export interface HelperTokenRow {
  readonly tokenHash: Buffer
  readonly personId: string
  readonly sessionId: string
  readonly purpose: HelperPurpose
  readonly expiresAt: Date
}

export async function insert(tx: Tx, row: HelperTokenRow): Promise<void> {
  await tx
    .insertInto('helper_token')
    .values({
      token_hash: row.tokenHash,
      person_id: row.personId,
      session_id: row.sessionId,
      purpose: row.purpose,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Of the person. */
export async function deleteExpired(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('helper_token')
    .where('person_id', '=', personId)
    .where('expires_at', '<=', now)
    .execute()
}

export async function count(tx: Tx, personId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('helper_token')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Uses the token up. False if the person has no such token. */
export async function use(
  db: Reader,
  { tokenHash, personId, purpose }: Pick<HelperTokenRow, 'tokenHash' | 'personId' | 'purpose'>,
  now: Date,
): Promise<boolean> {
  const used = await db
    .deleteFrom('helper_token')
    .where('token_hash', '=', tokenHash)
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}
