import type { World } from './world.ts'

/** The row of the content that a file of one version has. */
export const blobOf = ({ ctx }: Pick<World, 'ctx'>, fileId: string) =>
  ctx.db.reader
    .selectFrom('blob')
    .innerJoin('file_version', 'file_version.blob_id', 'blob.id')
    .selectAll('blob')
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
