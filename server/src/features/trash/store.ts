import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { descendants } from '../../db/file-tree.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'
import { recordRevokedSql } from '../../tree/revoke.ts'
import type { TrashBin } from './trash-bin.ts'

/** SQL for the trash. */

export interface TrashEntry {
  readonly id: string
  readonly fileId: string
  readonly spaceId: string
  readonly parentId: string
  readonly originalPath: readonly { id: string; name: string }[]
  readonly name: string
  readonly size: number
  /** The count of removals that includes it (deletion-rate.ts). */
  readonly countedIn: string | null
  /** Ascending with the time of deletion. */
  readonly order: number
}

export interface ListedEntry extends Omit<TrashEntry, 'order' | 'countedIn'> {
  readonly isFolder: boolean
  readonly ext: string
  readonly files: number
  readonly updatedAt: Date
  readonly deletedAt: Date
  readonly expiresAt: Date
  readonly deletedBy: string
  readonly deletionId: string | null
  /** Its own, which has those of the folders that it was in. */
  readonly level: number | null
}

const entryColumns = [
  't.id',
  't.file_id as fileId',
  't.space_id as spaceId',
  't.parent_id as parentId',
  't.original_path as originalPath',
  't.name',
  't.size',
  't.deletion_rate_id as countedIn',
] as const

const NO_OP = sql`select`

export async function insertTrashEntries(
  tx: Tx,
  entries: readonly (Omit<TrashEntry, 'order' | 'countedIn'> & {
    countedIn?: string | undefined
    deletedBy: string
    expiresAt: Date
    stage?: 'person' | 'administrators'
    deletionId?: string
  })[],
  recording: RawBuilder<unknown>,
  { counting = NO_OP, forgetting = NO_OP }: { [K in 'counting' | 'forgetting']?: RawBuilder<unknown> } = {},
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .with('recorded', () => sql<Record<string, never>>`(${recording})`)
    .with('counted', () => sql<Record<string, never>>`(${counting})`)
    .with('forgotten', () => sql<Record<string, never>>`(${forgetting})`)
    .insertInto('trash')
    .values(
      entries.map((entry) => ({
        id: entry.id,
        file_id: entry.fileId,
        space_id: entry.spaceId,
        parent_id: entry.parentId,
        original_path: JSON.stringify(entry.originalPath),
        name: entry.name,
        size: entry.size,
        deleted_by: entry.deletedBy,
        expires_at: entry.expiresAt,
        stage: entry.stage ?? 'person',
        deletion_id: entry.deletionId ?? null,
        deletion_rate_id: entry.countedIn ?? null,
      })),
    )
    .execute()
}

/** Entries in the user's stage of a space, by entry id and by file id; optionally of one person only. */
export async function trashEntries(
  db: Reader,
  spaceId: string,
  ids: readonly string[],
  deletedBy?: string,
): Promise<Map<string, TrashEntry>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('trash as t')
    .select(entryColumns)
    .select(sql<number>`row_number() over (order by t.deleted_at, t.id)`.as('order'))
    .where('t.space_id', '=', spaceId)
    .where('t.stage', '=', 'person')
    .where((eb) => eb.or([eb('t.id', 'in', ids), eb('t.file_id', 'in', ids)]))
    .$if(deletedBy !== undefined, (query) => query.where('t.deleted_by', '=', deletedBy ?? ''))
    .execute()
  return new Map(rows.flatMap((row) => [[row.id, row] as const, [row.fileId, row] as const]))
}

/** Spaces with entries in the user's stage that a person deleted, among `ids`. */
export async function spacesWithDeletedBy(
  db: Reader,
  personId: string,
  ids: readonly string[],
): Promise<{ id: string; rootId: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('trash as t')
    .innerJoin('space as s', 's.id', 't.space_id')
    .select(['s.id', 's.root_id as rootId'])
    .distinct()
    .where('t.stage', '=', 'person')
    .where('t.deleted_by', '=', personId)
    .where((eb) => eb.or([eb('t.id', 'in', ids), eb('t.file_id', 'in', ids)]))
    .orderBy('s.id')
    .execute()
}

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType' | 'deleteTime'
const NAME = ['t.name', 'text'] as const
const ID = ['t.id', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeysetColumn[]> = {
  instanceName: [NAME, ID],
  fileSize: [['t.size', 'bigint'], ID],
  updateTime: [['f.updated_at', 'timestamptz'], ID],
  fileType: [['f.ext', 'text'], NAME, ID],
  deleteTime: [['t.deleted_at', 'timestamptz'], ID],
}

/** Whether a cursor key fits the sort order. */
export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(KEY_COLUMNS[by], key)

export function keyOf(row: ListedEntry, by: OrderBy): KeysetKey {
  const keys: Record<OrderBy, KeysetKey> = {
    instanceName: [row.name, row.id],
    fileSize: [row.size, row.id],
    updateTime: [row.updatedAt.toISOString(), row.id],
    fileType: [row.ext, row.name, row.id],
    deleteTime: [row.deletedAt.toISOString(), row.id],
  }
  return keys[by]
}

const deletionFilter = (deletionId: string | undefined): RawBuilder<unknown> =>
  deletionId === undefined ? sql`` : sql`and t.deletion_id = ${deletionId}`

const deletedByFilter = (personId: string | undefined): RawBuilder<unknown> =>
  personId === undefined ? sql`` : sql`and t.deleted_by = ${personId}`

export async function pageEntries(
  db: Reader,
  { id: spaceId, deletedBy }: Pick<TrashBin, 'id' | 'deletedBy'>,
  { orderBy: by, descending: down, keyword, start: from, pageSize }: PageRequest<OrderBy>,
  deletionId?: string,
): Promise<ListedEntry[]> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`and ${afterKey(columns, down, from.key)}` : sql``
  const filter = keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<ListedEntry>`
    select t.id, t.file_id as "fileId", t.space_id as "spaceId", t.parent_id as "parentId", t.original_path as "originalPath", t.name, t.size,
      t.deleted_at as "deletedAt", t.expires_at as "expiresAt", f.is_folder as "isFolder", f.ext,
      f.updated_at as "updatedAt", f.total_files as files, p.real_name as "deletedBy",
      t.deletion_id as "deletionId", f.classification as level
    from trash t join file f on f.id = t.file_id join person p on p.id = t.deleted_by
    where t.space_id = ${spaceId} and t.stage = 'person' ${deletedByFilter(deletedBy)} ${deletionFilter(deletionId)}
      ${behind} ${filter}
    order by ${orderByColumns(columns, down)} limit ${pageSize} ${skip}`.execute(db)
  return rows
}

/** Stored totals of the user's stage; a filtered trash is counted. */
export async function trashTotals(
  db: Reader,
  { id: spaceId, deletedBy }: Pick<TrashBin, 'id' | 'deletedBy'>,
  keyword: string,
  deletionId?: string,
): Promise<{ total: number; size: number }> {
  if (keyword === '' && deletedBy === undefined && deletionId === undefined) {
    return db
      .selectFrom('space')
      .select(['trash_entries as total', 'trash_size as size'])
      .where('id', '=', spaceId)
      .executeTakeFirstOrThrow()
  }
  const { rows } = await sql<{ total: number; size: number }>`
    select count(*) as total, coalesce(sum(t.size), 0)::bigint as size from trash t join file f on f.id = t.file_id
    where t.space_id = ${spaceId} and t.stage = 'person' ${deletedByFilter(deletedBy)} ${deletionFilter(deletionId)}
      ${keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`}`.execute(db)
  return rows[0] ?? { total: 0, size: 0 }
}

export async function deleteTrashEntries(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('trash').where('id', 'in', ids).execute()
}

/**
 * Moves entries to the administrators' stage and ends the shares in them. Returns the bytes that are no
 * longer charged.
 */
export async function moveToAdminTrash(
  tx: Tx,
  ids: readonly string[],
  expiresAt: Date,
  actorId: string | null = null,
): Promise<number> {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ bytes: number }>`
    with recursive moved as (
      update trash set stage = 'administrators', expires_at = ${expiresAt}
      where id = any(${ids}::uuid[]) and stage = 'person' returning file_id, space_id
    ), up as (
      select sh.file_id, sh.file_id as at from share sh where sh.space_id in (select space_id from moved)
      union all
      select up.file_id, f.parent_id from up join file f on f.id = up.at where f.parent_id is not null
    ), ended as (
      delete from share where file_id in (select file_id from up where at in (select file_id from moved))
      returning file_id
    ), taken as (
      delete from file_grant where source = 'share' and file_id in (select file_id from ended)
      returning file_id, principal_id, source
    ), told as (${recordRevokedSql(tx, 'taken', actorId)})
    select coalesce(sum(f.total_charge), 0)::bigint as bytes from moved join file f on f.id = moved.file_id`.execute(
    tx,
  )
  return rows[0]?.bytes ?? 0
}

export function userTrashEntries(
  tx: Tx,
  spaceId: string,
  limit: number,
): Promise<Pick<TrashEntry, 'id' | 'fileId' | 'name'>[]> {
  return tx
    .selectFrom('trash')
    .select(['id', 'file_id as fileId', 'name'])
    .where('space_id', '=', spaceId)
    .where('stage', '=', 'person')
    .limit(limit)
    .execute()
}

/** Expired entries of a stage by id, after `after`. */
export async function expiredEntries(
  db: Reader,
  stage: 'person' | 'administrators',
  now: Date,
  limit: number,
  after?: string,
): Promise<{ id: string; spaceId: string; fileId: string }[]> {
  return db
    .selectFrom('trash')
    .select(['id', 'space_id as spaceId', 'file_id as fileId'])
    .where('stage', '=', stage)
    .where('expires_at', '<=', now)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whether anything in a subtree is under a hold. */
export async function hasHold(db: Reader, fileId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    with recursive ${descendants([fileId])}
    select exists (select from hold where released_at is null)
      and exists (select from hold h join down on down.id = h.file_id where h.released_at is null) as held`.execute(
    db,
  )
  return rows[0]?.held ?? false
}
