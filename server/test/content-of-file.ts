import { sql } from 'kysely'
import type { World } from './world.ts'

/** The name and the content of a file, as the server has them. */
export async function contentOfFile(
  { ctx }: World,
  fileId: string,
): Promise<{ name: string; sha256: Buffer; size: number }> {
  const { rows } = await sql<{ name: string; sha256: Buffer; size: number }>`
    select f.name, b.sha256, b.size from file f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
    where f.id = ${fileId}::uuid`.execute(ctx.db.reader)
  const [row] = rows
  if (!row) throw new Error(`there is no file ${fileId}`)
  return row
}
