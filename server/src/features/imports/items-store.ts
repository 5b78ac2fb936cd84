import { createHash } from 'node:crypto'
import type { ImportOutcome } from '@clouddisk/contract/imports'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { resolveAll } from '../../access/resolve.ts'
import { batchesOf, type Reader, type Tx } from '../../db/database.ts'
import type { Refusal } from '../../errors/refusal.ts'
import type { SourceEntry } from './sources/entry.ts'

/** SQL of what became of each file of an import. */

export const pathKey = (path: string): Buffer => createHash('sha256').update(path).digest()

/** A file or folder of a source, with what is known of it from earlier runs. */
export interface PlannedEntry {
  readonly path: string
  readonly key: Buffer
  readonly entry: SourceEntry
  /** Its name by the rules of names. */
  readonly name: string
}

export interface RememberedItem {
  readonly key: string
  readonly run: number
  readonly outcome: ImportOutcome
  readonly size: number | null
  readonly etag: string | null
  readonly modifiedAt: Date | null
  readonly fileId: string | null
  readonly name: string | null
  readonly isRenamed: boolean
}

/** By path keys in hex. */
export async function rememberedItems(
  db: Reader,
  importId: string,
  keys: readonly Buffer[],
): Promise<Map<string, RememberedItem>> {
  const { rows } = await sql<RememberedItem>`
    select encode(path_key, 'hex') as key, run, outcome, size, etag, modified_at as "modifiedAt", file_id as "fileId", name,
      is_renamed as "isRenamed"
    from import_item where import_id = ${importId} and path_key = any(${keys}::bytea[])`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** What became of a file or folder. */
export interface ItemOutcomeRow {
  readonly planned: PlannedEntry
  readonly outcome: ImportOutcome
  readonly fileId?: string | null
  readonly name?: string | null
  readonly isRenamed?: boolean
  readonly refusal?: Refusal
}

export async function saveItems(
  tx: Tx,
  { id, run }: { readonly id: string; readonly run: number },
  rows: readonly ItemOutcomeRow[],
): Promise<void> {
  for (const batch of batchesOf(rows))
    await tx
      .insertInto('import_item')
      .values(
        batch.map(({ planned, outcome, fileId = null, name = null, isRenamed = false, refusal }) => ({
          import_id: id,
          path_key: planned.key,
          path: planned.path,
          is_folder: planned.entry.kind === 'folder',
          size: planned.entry.size,
          etag: planned.entry.etag,
          modified_at: planned.entry.modifiedAt,
          file_id: fileId,
          name,
          is_renamed: isRenamed,
          outcome,
          error: refusal ? JSON.stringify({ name: refusal.errorName, details: refusal.details }) : null,
          run,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['import_id', 'path_key']).doUpdateSet((eb) => ({
          is_folder: eb.ref('excluded.is_folder'),
          size: eb.ref('excluded.size'),
          etag: eb.ref('excluded.etag'),
          modified_at: eb.ref('excluded.modified_at'),
          // A file that failed in a later run is still what an earlier one made of it.
          file_id: sql`case when excluded.outcome = 'failed' then import_item.file_id else excluded.file_id end`,
          name: eb.ref('excluded.name'),
          is_renamed: eb.ref('excluded.is_renamed'),
          outcome: eb.ref('excluded.outcome'),
          error: eb.ref('excluded.error'),
          run: eb.ref('excluded.run'),
        })),
      )
      .execute()
}

/** A file or folder that has one of the wanted names. */
export interface Namesake {
  readonly nameKey: string
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  readonly size: number
  readonly modifiedAt: Date | null
  readonly sha256: Buffer | null
  /** A path of this import became it. */
  readonly isOfImport: boolean
  /** The importer sees it. What is hidden is not told: it only keeps its name. */
  readonly isVisible: boolean
}

/** What has these names in a folder, by name key. */
export async function namesakes(
  db: Reader,
  actor: Actor,
  importId: string,
  parentId: string,
  nameKeys: readonly string[],
): Promise<Map<string, Namesake>> {
  const { rows } = await sql<Omit<Namesake, 'isVisible'>>`
    select f.name_key as "nameKey", f.id, f.name, f.is_folder as "isFolder", f.size, v.modified_at as "modifiedAt", b.sha256,
      exists (select from import_item i where i.import_id = ${importId} and i.file_id = f.id) as "isOfImport"
    from file f left join file_version v on v.id = f.version_id left join blob b on b.id = v.blob_id
    where f.parent_id = ${parentId} and f.name_key = any(${nameKeys}::text[])`.execute(db)
  const visible = await resolveAll(
    db,
    actor,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.nameKey, { ...row, isVisible: visible.has(row.id) }]))
}
