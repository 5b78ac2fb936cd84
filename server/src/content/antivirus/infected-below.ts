import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** Of each of these files and folders the name of a file, itself or below it, whose content is infected. */
export async function infectedBelow(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  // Mostly there is none, and nothing has to be walked.
  const { rows: found } = await sql`select from virus_scan where state = 'infected' limit 1`.execute(db)
  if (found.length === 0) return new Map()
  const { rows } = await sql<{ topId: string; name: string }>`
    with recursive below as (
      select id as top_id, id, name, version_id, is_folder from file where id = any(${ids}::uuid[])
      union all
      select b.top_id, f.id, f.name, f.version_id, f.is_folder from file f join below b on f.parent_id = b.id and b.is_folder
    )
    select distinct on (b.top_id) b.top_id as "topId", b.name from below b join file_version v on v.id = b.version_id
      join virus_scan s on s.blob_id = v.blob_id and s.state = 'infected'`.execute(db)
  return new Map(rows.map(({ topId, name }) => [topId, name]))
}
