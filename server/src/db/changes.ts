import type { CHANGE_KINDS } from '@clouddisk/contract/changes'
import { type RawBuilder, sql } from 'kysely'
import { afterCommit, batchesOf, type Reader, type Tx } from './database.ts'
import { UNPREPARED } from './pool.ts'
import { requestContextJson } from './request-context.ts'
import type { Placeholders, ValueOrSql } from './statement.ts'

/** The change feed: each write adds a row in its own transaction; readers follow it with a pg_snapshot as cursor. */

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** In `principalIds`: the change is delivered to all people. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000'

/**
 * A change is delivered to those who may see the folders and the file that it names (access/visibility.ts), and to its
 * `principalIds`. Changes of permissions name the principals concerned there: a person who has just lost a file cannot see
 * it any more, and one who has just got it does not follow it yet.
 */
export interface NewChange {
  kind: ChangeKind
  /** The space it happened in: a group's for its members, the file's for permissions and shares. */
  spaceId: string | null
  /** Set if only this person may see it. */
  personId?: string
  /** People, departments with all below them, and groups that it is delivered to whatever they may see; or EVERYBODY. */
  principalIds?: readonly string[] | undefined
  fileId: string | null
  /** The file's name after the change if known, for the audit log. */
  name?: string
  parentIds: readonly (string | null | undefined)[]
  actorId: string | null
  details?: Record<string, unknown>
}

export interface ChangeRow {
  id: number
  /** Of the transaction that wrote it. */
  xid: string
  kind: ChangeKind
  spaceId: string | null
  personId: string | null
  principalIds: string[] | null
  fileId: string | null
  parentIds: string[]
  actorId: string | null
  details: Record<string, unknown> | null
  createdAt: Date
}

type ChangeListener = () => void
const listeners = new Set<ChangeListener>()

/** Calls `wake` after each commit of this process that recorded a change. Changes of other processes are polled for. */
export function onChange(wake: ChangeListener): () => void {
  listeners.add(wake)
  return () => listeners.delete(wake)
}

export const recordChange = (tx: Tx, change: NewChange): Promise<void> => recordChanges(tx, [change])

export async function recordChanges(tx: Tx, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return
  notifyAfterCommit(tx)
  for (const batch of batchesOf(changes)) await tx.insertInto('change').values(batch.map(valuesOf)).execute()
}

/** `recordChanges` as part of another statement, for as many changes as a call has items at most. */
export function insertChangesSql(tx: Tx, changes: readonly NewChange[]): RawBuilder<unknown> {
  if (changes.length === 0) return sql`select`
  const rows = changes.map((change) => rowOf(valuesOf(change)))
  notifyAfterCommit(tx)
  return sql`${sql.raw(changes.length > 1 ? UNPREPARED : '')} ${INSERT_INTO_CHANGE} ${sql.join(rows)}`
}

const INSERT_INTO_CHANGE = sql`
  insert into change (kind, space_id, person_id, principal_ids, file_id, name, parent_ids, actor_id, details, request_context) values`

const rowOf = (row: { [K in keyof ChangeValues]: ValueOrSql<ChangeValues[K]> }): RawBuilder<unknown> =>
  sql`(${row.kind}, ${row.space_id}, ${row.person_id}, ${row.principal_ids}, ${row.file_id}, ${row.name}, ${row.parent_ids}, ${row.actor_id},
    ${row.details}, ${row.request_context})`

export type ChangeValues = ReturnType<typeof valuesOf>

/** The values for `insertChangeSql`. Listeners are called after the commit. */
export function prepareChange(tx: Tx, change: NewChange): ChangeValues {
  notifyAfterCommit(tx)
  return valuesOf(change)
}

/** `insertChangesSql` for one change, in a compiled statement. */
export const insertChangeSql = (placeholder: Placeholders<ChangeValues>): RawBuilder<unknown> =>
  sql`${INSERT_INTO_CHANGE} ${rowOf({
    kind: placeholder('kind'),
    space_id: placeholder('space_id'),
    person_id: placeholder('person_id'),
    principal_ids: placeholder('principal_ids'),
    file_id: placeholder('file_id'),
    name: placeholder('name'),
    parent_ids: placeholder('parent_ids'),
    actor_id: placeholder('actor_id'),
    details: placeholder('details'),
    request_context: placeholder('request_context'),
  })}`

/** Calls the listeners without a change, for rows outside the feed that its readers process too. */
export function notifyChangeListeners(): void {
  for (const wake of listeners) wake()
}

const notifyAfterCommit = (tx: Tx): void => afterCommit(tx, notifyChangeListeners)

const valuesOf = (change: NewChange) => ({
  kind: change.kind,
  space_id: change.spaceId,
  person_id: change.personId ?? null,
  principal_ids: change.principalIds?.length ? [...new Set(change.principalIds)] : null,
  file_id: change.fileId,
  name: change.name ?? null,
  parent_ids: [...new Set(change.parentIds.filter((id): id is string => Boolean(id)))],
  actor_id: change.actorId,
  details: change.details ? JSON.stringify(change.details) : null,
  request_context: requestContextJson(),
})

/** The current cursor: everything committed so far lies before it. */
export async function currentCursor(db: Reader): Promise<string> {
  const { rows } = await sql<{ cursor: string }>`select pg_current_snapshot()::text as cursor`.execute(db)
  return rows[0]?.cursor ?? ''
}

/**
 * Whether `text` is a pg_snapshot, `xmin:xmax:xip,…` with xmin <= xmax and ascending xip between them. Other text must
 * not reach the database.
 */
export function isCursor(text: string): boolean {
  if (!/^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/.test(text)) return false
  const [xmin = 0n, xmax = 0n, ...xip] = numbersOf(text)
  const ascends = xip.every((xid, i) => xid > (xip[i - 1] ?? -1n) && xid >= xmin && xid < xmax)
  return xmin > 0n && xmin <= xmax && ascends
}

const numbersOf = (cursor: string): bigint[] => cursor.split(/[:,]/).filter(Boolean).map(BigInt)

/** A test for rows before `cursor`, equivalent to `pg_visible_in_snapshot`. */
export function isBeforeCursor(cursor: string): (row: Pick<ChangeRow, 'xid'>) => boolean {
  const [, xmax = 0n, ...xip] = numbersOf(cursor)
  const running = new Set(xip)
  return (row) => {
    const xid = BigInt(row.xid)
    return xid < xmax && !running.has(xid)
  }
}

/** Selects the changes of these spaces, those addressed to one of these principals, and those for this person only. */
export interface ChangeFilter {
  readonly personId: string
  readonly spaceIds: ReadonlySet<string>
  readonly principalIds: readonly string[]
}

/** Each part uses its own index: most changes concern others. */
const filteredChanges = (
  { personId, spaceIds, principalIds }: ChangeFilter,
  during: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const spaces = sql`${[...spaceIds]}::uuid[]`
  return sql`lateral (
    select c.* from change c where ${during} and c.space_id = any(${spaces}) and c.person_id is null
    union all
    select c.* from change c where ${during} and (c.principal_ids is not null or c.person_id is not null)
      and (c.person_id = ${personId} or (c.person_id is null and c.principal_ids && ${principalIds}::uuid[]
        and (c.space_id is null or c.space_id <> all(${spaces}))))
  )`
}

const MAX_ROWS = 20_000

/** More changes than one response holds; the follower has to reload. */
export class TooManyChanges extends Error {}

const PRUNED_TO = 'changes_forgotten_to'

/** Deletes changes from before `before` that are in the audit log, and records up to which transaction. */
export async function pruneChanges(tx: Tx, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from change where created_at < ${before}
        and xid < (select pg_snapshot_xmin(cursor::pg_snapshot) from audit_head)
      returning xid
    )
    insert into instance_metadata (name, value) select ${PRUNED_TO}, max(xid)::text from gone having max(xid) is not null
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

/**
 * Whether changes after a cursor may be missing: it is older than the pruned changes, or comes from the database that this
 * one was restored from and names transactions that do not exist here yet.
 */
export async function isCursorExpired(db: Reader, cursor: string): Promise<boolean> {
  const [oldest = 0, newest = 0] = cursor.split(':')
  const { rows } = await sql<{ newest: string; forgotten: string | null }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as newest,
      (select value from instance_metadata where name = ${PRUNED_TO}) as forgotten`.execute(db)
  const known = rows[0]
  if (!known || BigInt(newest) > BigInt(known.newest)) return true
  return known.forgotten !== null && BigInt(oldest) <= BigInt(known.forgotten)
}

/**
 * Changes committed after `cursor` that pass `filter`, and the cursor to continue from. Returns all rows between the two
 * snapshots at once, as a snapshot cannot be divided; throws TooManyChanges beyond MAX_ROWS.
 */
export async function changesSince(
  db: Reader,
  cursor: string,
  filter?: ChangeFilter,
): Promise<{ rows: ChangeRow[]; cursor: string }> {
  // In the text, not a parameter: the generic plan for any cursor would scan all changes.
  const since = sql`${sql.lit(cursor)}::pg_snapshot`
  const during = sql`c.xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(c.xid, ${since})
    and pg_visible_in_snapshot(c.xid, now.snapshot)`
  const { rows } = await sql<{ now: string; id: number | null } & Omit<ChangeRow, 'id'>>`
    ${sql.raw(UNPREPARED)} with now as materialized (select pg_current_snapshot() as snapshot)
    select now.snapshot::text as now, c.id, c.xid::text as xid, c.kind, c.space_id as "spaceId", c.person_id as "personId",
      c.principal_ids as "principalIds", c.file_id as "fileId", c.parent_ids as "parentIds", c.actor_id as "actorId",
      c.details, c.created_at as "createdAt"
    from now left join ${filter ? filteredChanges(filter, during) : sql`lateral (select * from change c where ${during})`} c on true
    order by c.id limit ${MAX_ROWS + 1}`.execute(db)
  if (rows.length > MAX_ROWS) throw new TooManyChanges()
  const next = rows[0]?.now ?? cursor
  return { rows: rows.filter((row): row is typeof row & ChangeRow => row.id !== null), cursor: next }
}

/** A pg_snapshot: what was committed at a moment. */
export type Snapshot = string

export async function currentSnapshot(db: Reader): Promise<Snapshot> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]?.snapshot ?? '1:1:'
}

/** Of these, changes that are for their person alone. */
interface PersonalChanges {
  readonly personIds: readonly string[]
  readonly kinds: readonly ChangeKind[]
}

/** Whether anything in these spaces has changed since the snapshot, or anything of `personal`. */
export async function hasChangesSince(
  db: Reader,
  spaceIds: readonly string[],
  snapshot: Snapshot,
  { personIds, kinds }: PersonalChanges = { personIds: [], kinds: [] },
): Promise<boolean> {
  const then = sql`${sql.lit(snapshot)}::pg_snapshot`
  const isSince = sql`xid >= pg_snapshot_xmin(${then}) and not pg_visible_in_snapshot(xid, ${then})`
  const { rows } = await sql`
    select from change where ${isSince}
      and space_id = any(${spaceIds}::uuid[])
    ${
      personIds.length === 0
        ? sql``
        : sql`union all select from change where ${isSince}
            and person_id = any(${personIds}::uuid[]) and kind = any(${kinds}::text[])`
    } limit 1`.execute(db)
  return rows.length > 0
}
