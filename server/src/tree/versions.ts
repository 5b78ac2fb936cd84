import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'

/** SQL for the versions of a file. */

export interface NewVersionRow {
  id: string
  fileId: string
  no: number
  blobId: string
  size: number
  modifiedAt: Date | null
  personId: string
  /** The number of the version whose content it has again. */
  restoredFrom?: number
}

export async function insertVersions(tx: Tx, versions: readonly NewVersionRow[]): Promise<void> {
  if (versions.length === 0) return
  await tx
    .insertInto('file_version')
    .values(
      versions.map((version) => ({
        id: version.id,
        file_id: version.fileId,
        no: version.no,
        blob_id: version.blobId,
        size: version.size,
        modified_at: version.modifiedAt,
        created_by: version.personId,
        restored_from: version.restoredFrom ?? null,
      })),
    )
    .execute()
}

export async function setCurrentVersion(
  tx: Tx,
  fileId: string,
  version: { id: string; no: number; size: number; addedCharge: number; personId: string },
): Promise<void> {
  await supersede(tx, fileId)
  await tx
    .updateTable('file')
    .set({
      version_id: version.id,
      version_no: version.no,
      size: version.size,
      total_size: version.size,
      total_charge: sql`total_charge + ${version.addedCharge}::bigint`,
      updated_by: version.personId,
      updated_at: sql`now()`,
    })
    .where('id', '=', fileId)
    .execute()
}

/** Notes when the current version of a file is replaced. */
export async function supersede(tx: Tx, fileId: string): Promise<void> {
  await sql`
    update file_version v set superseded_at = now() from file f
    where f.id = ${fileId} and v.id = f.version_id`.execute(tx)
}

export interface CurrentVersion {
  readonly blobId: string
  readonly size: number
  readonly modifiedAt: Date | null
}

/**
 * Content of versions by version id. Locks the blobs so that garbage collection keeps them until the
 * transaction ends.
 */
export async function currentVersions(
  tx: Tx,
  versionIds: readonly string[],
): Promise<Map<string, CurrentVersion>> {
  if (versionIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('file_version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['v.id', 'v.blob_id as blobId', 'v.size', 'v.modified_at as modifiedAt'])
    .where('v.id', 'in', versionIds)
    .forKeyShare('b')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The latest version of a file with this content. */
export async function versionWith(db: Reader, fileId: string, sha256: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('file_version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select('v.id')
    .where('v.file_id', '=', fileId)
    .where('b.sha256', '=', sha256)
    .orderBy('v.no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
