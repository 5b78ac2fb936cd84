import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of authenticator apps and recovery codes. */

export interface TotpRow {
  readonly secret: Buffer
  readonly lastStep: number
  readonly createdAt: Date
  readonly usedAt: Date | null
}

export const totpOf = (db: Reader, personId: string): Promise<TotpRow | undefined> =>
  db
    .selectFrom('totp')
    .select(['secret', 'last_step as lastStep', 'created_at as createdAt', 'used_at as usedAt'])
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** Marks a step as used. False if it, or a later one, has been used. */
export async function useStep(tx: Tx, personId: string, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step: step, used_at: now })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function saveDraft(tx: Tx, personId: string, secret: Buffer, now: Date): Promise<void> {
  const draft = { secret, created_at: now }
  await tx
    .insertInto('totp_draft')
    .values({ person_id: personId, ...draft })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(draft))
    .execute()
}

/** The secret of a set-up that began at `since` or later. */
export async function draftOf(tx: Tx, personId: string, since: Date): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('totp_draft')
    .select('secret')
    .where('person_id', '=', personId)
    .where('created_at', '>=', since)
    .forUpdate()
    .executeTakeFirst()
  return row?.secret
}

/** Replaces the app before. */
export async function saveTotp(
  tx: Tx,
  personId: string,
  { secret, lastStep, now }: { readonly secret: Buffer; readonly lastStep: number; readonly now: Date },
): Promise<void> {
  const row = { secret, last_step: lastStep, created_at: now, used_at: now }
  await tx
    .insertInto('totp')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute()
  await tx.deleteFrom('totp_draft').where('person_id', '=', personId).execute()
}

export async function deleteTotp(tx: Tx, personId: string): Promise<boolean> {
  await tx.deleteFrom('totp_draft').where('person_id', '=', personId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('totp')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function recoveryCodesLeft(db: Reader, personId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Replaces all codes of the person. */
export async function saveRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, personId)
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ person_id: personId, code_hash: hash })))
    .execute()
}

export async function deleteRecoveryCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}

/** False if there is no such code, or it has been used. */
export async function useRecoveryCode(tx: Tx, personId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Changes to the factors of one person wait for each other. */
export async function lockFactors(tx: Tx, personId: string): Promise<void> {
  await sql`select from person where id = ${personId}::uuid for no key update`.execute(tx)
}

export async function deleteDrafts(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('totp_draft').where('created_at', '<', before).execute()
}
