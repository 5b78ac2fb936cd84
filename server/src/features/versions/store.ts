import { sql } from 'kysely'
import { virusStateOf } from '../../content/antivirus/state-sql.ts'
import type { BlobState } from '../../db/blob-state.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'

/** SQL for versions. */

export interface VersionRow {
  readonly id: string
  readonly no: number
  readonly size: number
  readonly sha256: Buffer | null
  readonly creator: string
  readonly createdAt: Date
  readonly restoredFrom: number | null
  readonly pinned: boolean
  readonly name: string | null
  readonly supersededAt: Date | null
  readonly isCurrent: boolean
}

export type OrderBy = 'instanceName' | 'fileSize' | 'updateTime' | 'fileType'
const NO = ['no', 'bigint'] as const
/** Name and type are those of the file, the same for all; by time is by number. */
const columnsFor = (by: OrderBy): readonly KeysetColumn[] =>
  by === 'fileSize' ? [['size', 'bigint'], NO] : [NO]

export const isKey = (key: KeysetKey, by: OrderBy): boolean => isKeyFor(columnsFor(by), key)
export const keyOf = ({ no, size }: VersionRow, by: OrderBy): KeysetKey =>
  by === 'fileSize' ? [size, no] : [no]

const selected = sql`
  v.id, v.no, v.size, b.sha256, p.real_name as creator, v.created_at as "createdAt", v.restored_from as "restoredFrom",
  v.pinned, v.name, v.superseded_at as "supersededAt", v.id = f.version_id as "isCurrent"`
const joined = sql`
  file_version v join file f on f.id = v.file_id join blob b on b.id = v.blob_id join person p on p.id = v.created_by`

export async function pageOfVersions(
  db: Reader,
  fileId: string,
  { orderBy, descending, start, pageSize }: PageRequest<OrderBy>,
): Promise<VersionRow[]> {
  const columns = columnsFor(orderBy)
  const after = 'key' in start ? sql`where ${afterKey(columns, descending, start.key)}` : sql``
  const offset = 'skip' in start ? sql`offset ${start.skip}` : sql``
  const { rows } = await sql<VersionRow>`
    select * from (select ${selected} from ${joined} where v.file_id = ${fileId}) versions
    ${after} order by ${orderByColumns(columns, descending)} limit ${pageSize} ${offset}`.execute(db)
  return rows
}

export async function findVersion(
  db: Reader,
  fileId: string,
  versionId: string,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${selected} from ${joined} where v.file_id = ${fileId} and v.id = ${versionId}`.execute(db)
  return rows[0]
}

/** The number of versions, and the bytes of all but the current one. */
export async function versionTotals(db: Reader, fileId: string): Promise<{ count: number; size: number }> {
  const { rows } = await sql<{ count: number; size: number }>`
    select count(*)::int as count, (f.total_charge - f.size) as size
    from file_version v join file f on f.id = v.file_id where v.file_id = ${fileId}
    group by f.total_charge, f.size`.execute(db)
  return rows[0] ?? { count: 0, size: 0 }
}

export interface StoredVersion {
  readonly no: number
  readonly blobId: string
  readonly size: number
  readonly modifiedAt: Date | null
  readonly state: BlobState
  readonly isInfected: boolean
}

/** A version with its content, locked so that garbage collection keeps it until the transaction ends. */
export async function storedVersion(
  tx: Tx,
  fileId: string,
  versionId: string,
): Promise<StoredVersion | undefined> {
  return tx
    .selectFrom('file_version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['v.no', 'v.blob_id as blobId', 'v.size', 'v.modified_at as modifiedAt', 'b.state'])
    .select(sql<boolean>`coalesce(${virusStateOf('b.id')} = 'infected', false)`.as('isInfected'))
    .where('v.file_id', '=', fileId)
    .where('v.id', '=', versionId)
    .forKeyShare('b')
    .executeTakeFirst()
}

/** Returns false if there is no such version. A name that is undefined stays. */
export async function updatePin(
  tx: Tx,
  fileId: string,
  versionId: string,
  pin: { pinned: boolean; name?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_version')
    .set(pin)
    .where('file_id', '=', fileId)
    .where('id', '=', versionId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ids of the versions of a file that are neither current nor pinned. */
export async function unpinnedOldVersions(db: Reader, fileId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from file_version v join file f on f.id = v.file_id
    where v.file_id = ${fileId} and v.id <> f.version_id and not v.pinned`.execute(db)
  return rows.map(({ id }) => id)
}
