import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** SQL of proof challenges and of wrong answers. */

export interface ProofChallenge {
  readonly personId: string
  readonly blobId: string
  readonly parentId: string
  readonly nonce: string
  readonly expiresAt: Date
}

/** Saves a challenge, in place of an unanswered one for the same folder. */
export async function saveChallenge(db: Reader, challenge: ProofChallenge): Promise<void> {
  await sql`
    insert into upload_proof (person_id, blob_id, parent_id, nonce, expires_at)
    values (${challenge.personId}, ${challenge.blobId}, ${challenge.parentId}, ${challenge.nonce}, ${challenge.expiresAt})
    on conflict (person_id, blob_id, parent_id)
    do update set nonce = excluded.nonce, expires_at = excluded.expires_at`.execute(db)
}

/** Returns and deletes the challenge; undefined if it has expired. */
export async function takeChallenge(
  db: Reader,
  personId: string,
  blobId: string,
  parentId: string,
  now: Date,
): Promise<Pick<ProofChallenge, 'nonce'> | undefined> {
  return db
    .deleteFrom('upload_proof')
    .where('person_id', '=', personId)
    .where('blob_id', '=', blobId)
    .where('parent_id', '=', parentId)
    .where('expires_at', '>', now)
    .returning('nonce')
    .executeTakeFirst()
}

/** Counts a wrong answer; those before `dayAgo` expire. */
export async function recordWrongAnswer(
  db: Reader,
  personId: string,
  blobId: string,
  now: Date,
  dayAgo: Date,
): Promise<void> {
  await sql`
    insert into upload_proof_failure as w (person_id, blob_id, count, since)
    values (${personId}, ${blobId}, 1, ${now})
    on conflict (person_id, blob_id) do update set
      count = case when w.since <= ${dayAgo} then 1 else w.count + 1 end,
      since = case when w.since <= ${dayAgo} then excluded.since else w.since end`.execute(db)
}

/** Number of wrong answers of a person about this content since `dayAgo`. */
export async function wrongAnswers(
  db: Reader,
  personId: string,
  blobId: string,
  dayAgo: Date,
): Promise<number> {
  const row = await db
    .selectFrom('upload_proof_failure')
    .select('count')
    .where('person_id', '=', personId)
    .where('blob_id', '=', blobId)
    .where('since', '>', dayAgo)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Deletes expired challenges and wrong answers. */
export async function deleteExpiredProofs(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('upload_proof').where('expires_at', '<', before).execute()
  await db.deleteFrom('upload_proof_failure').where('since', '<', before).execute()
}
