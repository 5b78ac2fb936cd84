import type { ImportCounts, ImportFilter } from '@clouddisk/contract/imports'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** SQL of the report of an import. */

const NONE: ImportCounts = { imported: 0, there: 0, keptBoth: 0, skipped: 0, failed: 0, renamed: 0 }

export const countsOf = async (db: Reader, importId: string): Promise<ImportCounts> =>
  (await countsOfAll(db, [importId]))(importId)

/** Of several imports, in one statement. */
export async function countsOfAll(
  db: Reader,
  importIds: readonly string[],
): Promise<(importId: string) => ImportCounts> {
  const { rows } = await sql<ImportCounts & { importId: string }>`
    select import_id as "importId", count(*) filter (where outcome = 'imported' and not is_folder)::int as imported,
      count(*) filter (where outcome = 'there' and not is_folder)::int as there,
      count(*) filter (where outcome = 'keptBoth' and not is_folder)::int as "keptBoth",
      count(*) filter (where outcome = 'skipped')::int as skipped,
      count(*) filter (where outcome = 'failed')::int as failed,
      count(*) filter (where is_renamed)::int as renamed
    from import_item where import_id = any(${importIds}::uuid[]) group by import_id`.execute(db)
  const counts = new Map(rows.map(({ importId, ...row }) => [importId, row]))
  return (importId) => counts.get(importId) ?? NONE
}

export const itemsOf = (
  db: Reader,
  importId: string,
  filter: ImportFilter | 'everything',
  after: number,
  limit: number,
) => {
  const items = db
    .selectFrom('import_item')
    .select(['no', 'path', 'is_folder as isFolder', 'size', 'outcome', 'name'])
    .select(['file_id as fileId', 'is_renamed as isRenamed', 'error'])
    .where('import_id', '=', importId)
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit)
  if (filter === 'everything') return items.execute()
  if (filter === 'all')
    return items.where((eb) => eb.or([eb('is_folder', '=', false), eb('outcome', '=', 'failed')])).execute()
  if (filter === 'renamed') return items.where('is_renamed', '=', true).execute()
  // Folders count where they failed, and are listed where their name was changed.
  const some = items.where('outcome', '=', filter)
  return (filter === 'failed' ? some : some.where('is_folder', '=', false)).execute()
}
