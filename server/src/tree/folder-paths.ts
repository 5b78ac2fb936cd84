import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ancestorPaths } from '../db/file-tree.ts'

/** Path of each folder as names from below the root to the folder itself; empty for a root. */
export async function folderPaths(
  db: Reader,
  folderIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (folderIds.length === 0) return new Map()
  const { rows } = await sql<{ start: string; names: string[] | null }>`
    with recursive ${ancestorPaths(sql`f.id = any(${[...new Set(folderIds)]}::uuid[])`)}
    select start, array_agg(name order by depth desc) filter (where parent_id is not null) as names
    from up group by start`.execute(db)
  return new Map(rows.map(({ start, names }) => [start, names ?? []]))
}
