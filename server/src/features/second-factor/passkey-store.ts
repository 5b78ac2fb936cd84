import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of passkeys and of the challenges that browsers sign with them. */

export interface PasskeyRow {
  readonly id: string
  readonly personId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly name: string
  readonly synced: boolean
  readonly createdAt: Date
  readonly usedAt: Date | null
}

const columns = [
  'id',
  'person_id as personId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'synced',
  'created_at as createdAt',
  'used_at as usedAt',
] as const

export const passkeysOf = (db: Reader, personId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkey')
    .select(columns)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const passkeyByCredential = (db: Reader, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkey').select(columns).where('credential_id', '=', credentialId).executeTakeFirst()

/** False if the credential is known already. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'usedAt'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values({
      id: row.id,
      person_id: row.personId,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: row.transports,
      name: row.name,
      synced: row.synced,
      created_at: row.createdAt,
    })
    .onConflict((conflict) => conflict.constraint('passkey_credential').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes a use. False if the passkey is gone or was used meanwhile. */
export async function usePasskey(
  tx: Tx,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter: newCounter, used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function renamePasskey(tx: Tx, personId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns its name. */
export async function deletePasskey(tx: Tx, personId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function deletePasskeys(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('person_id', '=', personId).execute()
}

export interface ChallengeRow {
  readonly challenge: string
  readonly purpose: 'add' | 'prove' | 'signIn'
  readonly browserHash: Buffer
  readonly network: string
  readonly createdAt: Date
}

/** Anyone may ask for challenges: of a network the latest `kept` stay. */
export async function insertChallenge(db: Reader, row: ChallengeRow, kept: number): Promise<void> {
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge: row.challenge,
      purpose: row.purpose,
      browser_hash: row.browserHash,
      network: row.network,
      created_at: row.createdAt,
    })
    .execute()
  await sql`
    delete from passkey_challenge where network = ${row.network} and created_at < (
      select created_at from passkey_challenge where network = ${row.network}
      order by created_at desc offset ${kept}::int limit 1)`.execute(db)
}

/** Takes a challenge, which is then gone. False if there is none that was asked of this browser at `since` or later. */
export async function takeChallenge(
  db: Reader,
  { challenge, purpose, browserHash }: Pick<ChallengeRow, 'challenge' | 'purpose' | 'browserHash'>,
  since: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('browser_hash', '=', browserHash)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteChallenges(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('created_at', '<', before).execute()
}
