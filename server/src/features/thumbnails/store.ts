import type { VirusState } from '@clouddisk/contract/antivirus'
import { virusStateOf } from '../../content/antivirus/state-sql.ts'
import type { BlobState } from '../../db/blob-state.ts'
import type { Reader } from '../../db/database.ts'

/** SQL of thumbnails. */

export interface FileContent {
  readonly ext: string
  readonly isCurrent: boolean
  readonly sha256: Buffer | null
  readonly size: number | null
  readonly state: BlobState
  readonly sentBy: string | null
  readonly blobId: string
  readonly bucket: string
  readonly key: string
  readonly etag: string | null
  readonly virus: VirusState | null
}

/** The content of a version of a file, by default the current one. */
export async function contentOf(
  db: Reader,
  fileId: string,
  versionId: string | undefined,
): Promise<FileContent | undefined> {
  return db
    .selectFrom('file as f')
    .innerJoin('file_version as v', 'v.file_id', 'f.id')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['f.ext', 'b.sha256', 'b.size', 'b.state', 'b.sent_by as sentBy'])
    .select(['b.id as blobId', 'b.bucket', 'b.key', 'b.etag', virusStateOf('b.id').as('virus')])
    .select((eb) => eb('v.id', '=', eb.ref('f.version_id')).$castTo<boolean>().as('isCurrent'))
    .where('f.id', '=', fileId)
    .$if(versionId !== undefined, (query) => query.where('v.id', '=', versionId ?? ''))
    .$if(versionId === undefined, (query) => query.whereRef('v.id', '=', 'f.version_id'))
    .executeTakeFirst()
}
