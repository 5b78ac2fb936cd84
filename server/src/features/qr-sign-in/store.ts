import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of sign-ins that wait for a phone. */

export interface QrRow {
  readonly idHash: Buffer
  readonly secretHash: Buffer
  readonly state: 'waiting' | 'scanned' | 'confirmed' | 'refused' | 'used'
  readonly device: string
  readonly ip: string
  readonly region: string | null
  readonly personId: string | null
  readonly sessionId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = [
  'id_hash as idHash',
  'secret_hash as secretHash',
  'state',
  'device',
  'ip',
  'region',
  'person_id as personId',
  'session_id as sessionId',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

export async function insert(
  db: Reader,
  row: Omit<QrRow, 'state' | 'personId' | 'sessionId'>,
): Promise<void> {
  await db
    .insertInto('qr_sign_in')
    .values({
      id_hash: row.idHash,
      secret_hash: row.secretHash,
      state: 'waiting',
      device: row.device,
      ip: row.ip,
      region: row.region,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** Codes of an address that have not expired. */
export async function countOpen(db: Reader, ip: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('qr_sign_in')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ip', '=', ip)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const byId = (db: Reader, idHash: Buffer): Promise<QrRow | undefined> =>
  db.selectFrom('qr_sign_in').select(columns).where('id_hash', '=', idHash).executeTakeFirst()

/** The first phone that scans the code has it. Undefined if the code is over, or another phone's. */
export const scan = (
  db: Reader,
  idHash: Buffer,
  phone: { readonly personId: string; readonly sessionId: string },
  now: Date,
): Promise<QrRow | undefined> =>
  db
    .updateTable('qr_sign_in')
    .set({ state: 'scanned', person_id: phone.personId, session_id: phone.sessionId })
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .where((or) =>
      or.or([
        or('state', '=', 'waiting'),
        or.and([or('state', '=', 'scanned'), or('session_id', '=', phone.sessionId)]),
      ]),
    )
    .returning(columns)
    .executeTakeFirst()

/** The phone's answer. Undefined if the code is over, or this phone has not scanned it. */
export const decide = (
  tx: Tx,
  idHash: Buffer,
  sessionId: string,
  state: 'confirmed' | 'refused',
  now: Date,
): Promise<QrRow | undefined> =>
  tx
    .updateTable('qr_sign_in')
    .set({ state })
    .where('id_hash', '=', idHash)
    .where('state', '=', 'scanned')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()

/** Uses up a confirmed code. False if it has been used, or is over. */
export async function use(tx: Tx, idHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('qr_sign_in')
    .set({ state: 'used' })
    .where('id_hash', '=', idHash)
    .where('state', '=', 'confirmed')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteExpired(db: Reader, before: Date): Promise<void> {
  await sql`delete from qr_sign_in where expires_at < ${before}::timestamptz`.execute(db)
}
