import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** Of each of these files and folders the name of a file, itself or below it, that has one of the extensions. */
export async function refusedBelow(
  db: Reader,
  ids: readonly string[],
  extensions: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0 || extensions.length === 0) return new Map()
  const patterns = extensions.map((extension) => `%.${extension.replace(/[\\%_]/g, '\\$&')}`)
  const { rows } = await sql<{ topId: string; name: string }>`
    with recursive below as (
      select id as top_id, id, name, name_key, is_folder from file where id = any(${ids}::uuid[])
      union all
      select b.top_id, f.id, f.name, f.name_key, f.is_folder from file f join below b on f.parent_id = b.id and b.is_folder
    )
    select distinct on (top_id) top_id as "topId", name from below
    where not is_folder and name_key like any(${patterns}::text[])`.execute(db)
  return new Map(rows.map(({ topId, name }) => [topId, name]))
}
