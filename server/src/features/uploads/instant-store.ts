import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import type { AddFileOutcome } from '../../tree/add-file.ts'

/** SQL of instant-upload offers. */

export interface InstantOfferRow {
  readonly id: string
  readonly blobId: string
  /** Set when the offer is claimed. */
  readonly fileId: string | null
  readonly outcome: AddFileOutcome | null
}

/** Undefined if the person has `limit` unclaimed offers. */
export async function insertOffer(
  db: Reader,
  personId: string,
  blobId: string,
  now: Date,
  expiresAt: Date,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into upload_offer (id, person_id, blob_id, expires_at)
    select ${newId()}::uuid, ${personId}::uuid, ${blobId}::uuid, ${expiresAt}::timestamptz
    where (
      select count(*) from (
        select from upload_offer where person_id = ${personId} and file_id is null and expires_at > ${now} limit ${limit}
      ) as waiting
    ) < ${limit}::bigint
    returning id`.execute(db)
  return rows[0]?.id
}

const columns = ['id', 'blob_id as blobId', 'file_id as fileId', 'outcome'] as const

/** The person's own unexpired offer. */
export async function offerOf(
  db: Reader,
  personId: string,
  id: string,
  now: Date,
): Promise<InstantOfferRow | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('upload_offer')
    .select(columns)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The offer, locked for the transaction, so that concurrent claims are serialized. */
export const lockOffer = (tx: Tx, id: string): Promise<InstantOfferRow | undefined> =>
  tx.selectFrom('upload_offer').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export async function markClaimed(
  tx: Tx,
  id: string,
  fileId: string,
  outcome: AddFileOutcome,
): Promise<void> {
  await tx.updateTable('upload_offer').set({ file_id: fileId, outcome }).where('id', '=', id).execute()
}

export async function deleteExpiredOffers(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('upload_offer').where('expires_at', '<=', now).execute()
}
