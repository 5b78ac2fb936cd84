import type { OutboundState } from '@clouddisk/contract/outbound'
import { type RawBuilder, sql } from 'kysely'
import { type Memberships, membershipsColumn } from '../../../access/actor.ts'
import type { Reader, Tx } from '../../../db/database.ts'

/** SQL of requests for the outbound permission. */

export interface RequestRow {
  readonly id: string
  readonly ownerId: string
  readonly reason: string
  readonly days: number | null
  readonly fileNames: string[]
  readonly state: OutboundState
  readonly createdAt: Date
  readonly stateAt: Date
  readonly reviewer: string | null
  readonly note: string
  readonly until: Date | null
}

const COLUMNS = sql`
  q.id, q.person_id as "ownerId", q.reason, q.days, q.file_names as "fileNames", q.state, q.created_at as "createdAt",
  q.state_at as "stateAt", q.note, q.until, (select real_name from person where person.id = q.decided_by) as reviewer`

/** The state of a request `q`: an approved one whose time is over has ended, even before the job says so. */
const stateAt = (asOf: Date) =>
  sql`case when q.state = 'approved' and q.until <= ${asOf}::timestamptz then 'expired' else q.state end`

export interface NewRequest {
  readonly id: string
  readonly ownerId: string
  readonly reason: string
  readonly days: number | null
  readonly fileNames: readonly string[]
  readonly createdAt: Date
}

/** False where another request of the person waits. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<boolean> {
  const { id, ownerId, reason, days, fileNames, createdAt } = request
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('outbound_request')
    .values({
      id,
      person_id: ownerId,
      reason,
      days,
      file_names: [...fileNames],
      state: 'waiting',
      created_at: createdAt,
      state_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  first(tx, sql`q.id = ${id}::uuid for update of q`)

/** The request of a person that waits, or else the approved one that ends last. */
export const openRequest = (db: Reader, ownerId: string, asOf: Date): Promise<RequestRow | undefined> =>
  first(
    db,
    sql`q.person_id = ${ownerId}::uuid
      and (q.state = 'waiting' or q.state = 'approved' and (q.until is null or q.until > ${asOf}::timestamptz))
    order by q.state = 'waiting' desc, q.until desc nulls first limit 1`,
  )

async function first(db: Reader, which: RawBuilder<unknown>): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${COLUMNS} from outbound_request q where ${which}`.execute(db)
  return rows[0]
}

export async function setState(
  tx: Tx,
  id: string,
  state: OutboundState,
  at: Date,
  by: { decidedBy: string; note: string; until: Date | null } | undefined = undefined,
): Promise<void> {
  await tx
    .updateTable('outbound_request')
    .set({
      state,
      state_at: at,
      ...(by && { decided_by: by.decidedBy, note: by.note, until: by.until }),
    })
    .where('id', '=', id)
    .execute()
}

/** Requests of a person that give nothing any more. */
export async function endedRequests(
  db: Reader,
  ownerId: string,
  asOf: Date,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const { rows } = await sql<RequestRow & { total: number }>`
    select ${COLUMNS}, count(*) over () as total from outbound_request q
    where q.person_id = ${ownerId}::uuid and ${stateAt(asOf)} not in ('waiting', 'approved')
    order by q.created_at desc, q.id desc limit ${limit} offset ${skip}`.execute(db)
  return { rows, total: rows[0]?.total ?? (skip === 0 ? 0 : await countEnded(db, ownerId, asOf)) }
}

async function countEnded(db: Reader, ownerId: string, asOf: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from outbound_request q
    where q.person_id = ${ownerId}::uuid and ${stateAt(asOf)} not in ('waiting', 'approved')`.execute(db)
  return rows[0]?.n ?? 0
}

export interface RequestFilter {
  /** Department ids; null: all. */
  readonly scope: readonly string[] | null
  readonly state: OutboundState | undefined
  /** A name key; "" for all. */
  readonly keyword: string
  readonly asOf: Date
}

const matching = ({ scope, state, keyword, asOf }: RequestFilter): RawBuilder<unknown> => sql`
  from outbound_request q join person p on p.id = q.person_id
  where (${scope}::uuid[] is null or p.department_id = any(${scope}::uuid[]))
    and (${state ?? null}::text is null or ${stateAt(asOf)} = ${state ?? null}::text)
    and (${keyword} = '' or strpos(p.find_key, ${keyword}) > 0)`

/** Of everybody, the latest first. */
export async function pageRequests(
  db: Reader,
  filter: RequestFilter,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<RequestRow>`
      select ${COLUMNS} ${matching(filter)} order by q.created_at desc, q.id desc limit ${limit} offset ${skip}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*) as n ${matching(filter)}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 }
}

/** The person of a request. */
export interface RequestOwner {
  readonly ownerId: string
  readonly accountName: string
  readonly realName: string
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly memberships: Memberships
}

export async function requestOwners(
  db: Reader,
  personIds: readonly string[],
): Promise<Map<string, RequestOwner>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .leftJoin('department as d', 'd.id', 'person.department_id')
    .select(['person.id as ownerId', 'person.account_name as accountName', 'person.real_name as realName'])
    .select(['person.department_id as departmentId', 'd.name as departmentName'])
    .select(membershipsColumn())
    .where('person.id', 'in', personIds)
    .execute()
  return new Map(rows.map((row) => [row.ownerId, row]))
}

/** Locked requests that waited since before; and approved ones that have ended by now. */
export async function lockOverdue(
  tx: Tx,
  { waitingSince, now, limit }: { waitingSince: Date; now: Date; limit: number },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${COLUMNS} from outbound_request q
    where q.state = 'waiting' and q.created_at < ${waitingSince}::timestamptz
      or q.state = 'approved' and q.until <= ${now}::timestamptz
    order by q.id limit ${limit} for update of q skip locked`.execute(tx)
  return rows
}

export async function deleteEnded(db: Reader, before: Date): Promise<void> {
  await db
    .deleteFrom('outbound_request')
    .where('state', 'not in', ['waiting', 'approved'])
    .where('state_at', '<', before)
    .execute()
}
