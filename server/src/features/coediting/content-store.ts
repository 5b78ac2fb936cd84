import type { Reader } from '../../db/database.ts'

/** What the protocol says of the current content of a file; none of its bytes. */
export interface CurrentContent {
  readonly name: string
  readonly versionId: string
  /** Bytes. */
  readonly size: number
  /** Undefined until it is verified. */
  readonly sha256: Buffer | null
  readonly modifiedAt: Date
  /** Who made the file. */
  readonly ownerId: string | null
}

export const currentContent = (db: Reader, fileId: string): Promise<CurrentContent | undefined> =>
  db
    .selectFrom('file as f')
    .innerJoin('file_version as v', 'v.id', 'f.version_id')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['f.name', 'f.created_by as ownerId', 'v.id as versionId', 'v.size', 'b.sha256'])
    .select((eb) => eb.fn.coalesce('v.modified_at', 'v.created_at').as('modifiedAt'))
    .where('f.id', '=', fileId)
    .executeTakeFirst()
