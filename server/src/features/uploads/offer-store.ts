import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import type { Outcome } from '../files/place.ts'

/** SQL of offers: content that a person was told to be here already. */

export interface StoredOffer {
  readonly id: string
  readonly blobId: string
  /** Set once it has been claimed. */
  readonly fileId: string | null
  readonly outcome: Outcome | null
}

export async function insertOffer(
  db: Reader,
  personId: string,
  blobId: string,
  expiresAt: Date,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('upload_offer')
    .values({ id, person_id: personId, blob_id: blobId, expires_at: expiresAt })
    .execute()
  return id
}

const columns = ['id', 'blob_id as blobId', 'file_id as fileId', 'outcome'] as const

/** A person's own offer; undefined for another's, an expired and an unknown one alike. */
export async function offerOf(
  db: Reader,
  personId: string,
  id: string,
  now: Date,
): Promise<StoredOffer | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('upload_offer')
    .select(columns)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The offer as it is now, held until the transaction ends: two claims of it come one after the other. */
export const lockOffer = (tx: Tx, id: string): Promise<StoredOffer | undefined> =>
  tx.selectFrom('upload_offer').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export async function markClaimed(tx: Tx, id: string, fileId: string, outcome: Outcome): Promise<void> {
  await tx.updateTable('upload_offer').set({ file_id: fileId, outcome }).where('id', '=', id).execute()
}

export async function forgetOffers(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('upload_offer').where('expires_at', '<=', now).execute()
}
