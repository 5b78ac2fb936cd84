import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { ancestorPaths } from '../../db/file-tree.ts'
import { newId } from '../../db/ids.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'

/** SQL for favorites. */

export interface FavoriteRow {
  readonly id: string
  readonly fileId: string
  readonly name: string
  readonly ext: string
  readonly size: number
  readonly updatedAt: Date
  readonly createdAt: Date
}

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType' | 'createTime'
const ID = ['id', 'uuid'] as const
const KEY_COLUMNS: Record<OrderBy, readonly KeysetColumn[]> = {
  instanceName: [['name', 'text'], ID],
  fileSize: [['size', 'bigint'], ID],
  updateTime: [['updated_at', 'timestamptz'], ID],
  fileType: [['ext', 'text'], ['name', 'text'], ID],
  createTime: [['created_at', 'timestamptz'], ID],
}

/** Whether a cursor key fits the sort order. */
export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(KEY_COLUMNS[by], key)

export function keyOf(mark: FavoriteRow, by: OrderBy): KeysetKey {
  const keys: Record<OrderBy, KeysetKey> = {
    instanceName: [mark.name, mark.id],
    fileSize: [mark.size, mark.id],
    updateTime: [mark.updatedAt.toISOString(), mark.id],
    fileType: [mark.ext, mark.name, mark.id],
    createTime: [mark.createdAt.toISOString(), mark.id],
  }
  return keys[by]
}

/** Returns the files that were not favorites before. */
export const insertFavorites = (
  tx: Tx,
  personId: string,
  fileIds: readonly string[],
): Promise<{ fileId: string }[]> =>
  tx
    .insertInto('favorite')
    .values(fileIds.map((fileId) => ({ id: newId(), person_id: personId, file_id: fileId })))
    .onConflict((conflict) => conflict.constraint('favorite_once').doNothing())
    .returning('file_id as fileId')
    .execute()

/** Returns the files that were favorites. */
export const deleteFavorites = (
  tx: Tx,
  personId: string,
  fileIds: readonly string[],
): Promise<{ fileId: string }[]> =>
  tx
    .deleteFrom('favorite')
    .where('person_id', '=', personId)
    .where('file_id', 'in', fileIds)
    .returning('file_id as fileId')
    .execute()

/** The person, and the files that the person may not see. */
export interface FavoritesOwner {
  readonly personId: string
  readonly hiddenIds: readonly string[]
}

/** Favorites outside the person's own space. */
export const favoritesOutsideOwnSpace = (db: Reader, personId: string): Promise<{ fileId: string }[]> =>
  db
    .selectFrom('favorite as v')
    .innerJoin('file as f', 'f.id', 'v.file_id')
    .innerJoin('space as s', 's.id', 'f.space_id')
    .select('v.file_id as fileId')
    .where('v.person_id', '=', personId)
    .where('s.person_id', 'is distinct from', personId)
    .execute()

/** The person's favorites that are in their space's tree, i.e. not below a trashed folder. */
const existingFavorites = ({ personId, hiddenIds }: FavoritesOwner, keyword: string) => sql`
  with recursive ${ancestorPaths(sql`
    f.id in (select file_id from favorite where person_id = ${personId} and file_id <> all(${hiddenIds}::uuid[]))
      ${keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`}`)}, existing as (
    select v.id, v.file_id, v.created_at, f.name, f.ext, f.updated_at,
      case when f.is_folder then f.total_size else f.size end as size
    from up join space s on s.root_id = up.id
    join favorite v on v.file_id = up.start and v.person_id = ${personId} join file f on f.id = up.start
  )`

export async function pageFavorites(
  db: Reader,
  owner: FavoritesOwner,
  { orderBy: by, descending: down, keyword, start: from, pageSize }: PageRequest<OrderBy>,
): Promise<FavoriteRow[]> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`where ${afterKey(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<FavoriteRow>`
    ${existingFavorites(owner, keyword)}
    select id, file_id as "fileId", name, ext, size, updated_at as "updatedAt", created_at as "createdAt"
    from existing ${behind} order by ${orderByColumns(columns, down)} limit ${pageSize} ${skip}`.execute(db)
  return rows
}

/**
 * Counted on demand: trashing a folder changes one row whatever favorites it contains, and a person has few.
 */
export async function countFavorites(db: Reader, owner: FavoritesOwner, keyword: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${existingFavorites(owner, keyword)} select count(*) as total from existing`.execute(db)
  return rows[0]?.total ?? 0
}
