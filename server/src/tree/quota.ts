import { formatSize } from '@clouddisk/contract/format'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { currentRequestContext } from '../db/request-context.ts'
import type { ValueOrSql } from '../db/statement.ts'
import { refuse } from '../errors/refusal.ts'

/**
 * The quota ledger: `used + reserved <= total`. Each growth is one conditional UPDATE, so that concurrent
 * uploads cannot exceed the quota. All amounts are bytes.
 */

/** Reserves quota for an upload or a copy; refuses with `quota_full` and the missing bytes. */
export async function reserve(tx: Tx, spaceId: string, bytes: number): Promise<void> {
  await grow(tx, spaceId, 0, bytes)
}

/** Charges quota without a reservation. `asker`: for whom a job does it. */
export async function charge(tx: Tx, spaceId: string, bytes: number, asker?: string): Promise<void> {
  await grow(tx, spaceId, bytes, 0, asker)
}

/** Turns a reservation into a charge; `charged` is at most `reserved`. */
export async function settle(tx: Tx, spaceId: string, reserved: number, charged: number): Promise<void> {
  await settleSql(spaceId, reserved, charged).execute(tx)
}

/** `settle` as part of another statement. */
export const settleSql = (
  spaceId: ValueOrSql<string>,
  reserved: ValueOrSql<number>,
  charged: ValueOrSql<number>,
): RawBuilder<unknown> => sql`
  update space set reserved = reserved - ${reserved}::bigint, used = used + ${charged}::bigint
  where id = ${spaceId}`

/** Releases a reservation. */
export const release = (tx: Tx, spaceId: string, bytes: number): Promise<void> =>
  settle(tx, spaceId, bytes, 0)

/** Refunds charged bytes when content leaves the space. */
export async function refund(tx: Tx, spaceId: string, bytes: number): Promise<void> {
  await tx
    .updateTable('space')
    .set({ used: sql`used - ${bytes}::bigint` })
    .where('id', '=', spaceId)
    .execute()
}

/** Bytes missing for `bytes` more; 0 if they fit. */
export async function missingBytes(db: Reader, spaceId: string, bytes: number): Promise<number> {
  return (await shortfallOf(db, spaceId, bytes)).missing
}

async function shortfallOf(db: Reader, spaceId: string, bytes: number) {
  const { total, used, reserved, ...whose } = await db
    .selectFrom('space')
    .leftJoin('person', 'person.id', 'space.person_id')
    .select(['kind', 'total', 'used', 'reserved', 'person.id as ownerId', 'person.real_name as ownerName'])
    .where('space.id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return { ...whose, missing: total === null ? 0 : Math.max(0, used + reserved + bytes - total) }
}

/** `reserve` as part of another statement: returns one row if the bytes fit and `also` holds, else none. */
export const reserveSql = (
  spaceId: ValueOrSql<string>,
  bytes: ValueOrSql<number>,
  also: RawBuilder<SqlBool>,
): RawBuilder<unknown> => growSql(spaceId, sql.lit(0), bytes, also)

/** Whether `bytes` more fit into the space of the row. */
export const fitsSql = (bytes: ValueOrSql<number> | RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(total is null or ${bytes} = 0 or used + reserved + ${bytes} <= total)`

const growSql = (
  spaceId: ValueOrSql<string>,
  used: ValueOrSql<number>,
  reserved: ValueOrSql<number>,
  also: RawBuilder<SqlBool>,
): RawBuilder<unknown> => {
  const more = sql`(${used}::bigint + ${reserved}::bigint)`
  return sql`
  update space set used = used + ${used}::bigint, reserved = reserved + ${reserved}::bigint
  where id = ${spaceId} and ${also} and ${fitsSql(more)}
  returning id`
}

async function grow(tx: Tx, spaceId: string, used: number, reserved: number, asker?: string): Promise<void> {
  const { rows } = await growSql(spaceId, used, reserved, sql`true`).execute(tx)
  if (rows.length > 0) return
  await refuseQuotaFull(tx, spaceId, used + reserved, asker)
}

/** Refuses with `quota_full`, the missing bytes and, if the space is not the caller's own, its owner. */
export async function refuseQuotaFull(
  db: Reader,
  spaceId: string,
  bytes: number,
  asker = currentRequestContext()?.actor?.id,
): Promise<never> {
  const { kind, ownerId, ownerName, missing } = await shortfallOf(db, spaceId, bytes)
  const theirs = kind === 'person' && asker !== undefined && asker !== ownerId
  refuse('quota_full', {
    space: theirs ? 'theirs' : kind,
    ...(theirs && { owner: ownerName }),
    missing: formatSize(missing),
    missingBytes: missing,
  })
}
