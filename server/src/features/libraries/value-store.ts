import { type AttributeType, canonicalNumber } from '@clouddisk/contract/library-attributes'
import { nameKey } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of values. */

export interface StoredValue {
  readonly value: string
  readonly key: string
  readonly number: string | null
}

/** A canonical value as it is kept. */
export const storedValue = (type: AttributeType, value: string): StoredValue => ({
  value,
  key: type === 'text' ? nameKey(value) : value,
  number: type === 'number' ? (canonicalNumber(value) ?? null) : null,
})

/** Values of files by their ids: attribute id and value. */
export async function valuesOf(
  db: Reader,
  fileIds: readonly string[],
  libraryId: string,
): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>()
  if (fileIds.length === 0) return found
  const { rows } = await sql<{ fileId: string; attributeId: string; value: string }>`
    select v.file_id as "fileId", v.attribute_id as "attributeId", v.value
    from library_value v join library_attribute a on a.id = v.attribute_id
    where v.file_id = any(${fileIds}::uuid[]) and a.library_id = ${libraryId}`.execute(db)
  for (const { fileId, attributeId, value } of rows) {
    const values = found.get(fileId) ?? new Map<string, string>()
    found.set(fileId, values.set(attributeId, value))
  }
  return found
}

/** Sets values, and deletes those that are null. */
export async function putValues(
  tx: Tx,
  fileId: string,
  values: ReadonlyMap<string, StoredValue | null>,
): Promise<void> {
  const removed = [...values].filter(([, stored]) => stored === null).map(([id]) => id)
  if (removed.length > 0)
    await sql`
      delete from library_value where file_id = ${fileId} and attribute_id = any(${removed}::uuid[])`.execute(
      tx,
    )
  const kept = [...values].flatMap(([id, stored]) => (stored ? [{ id, ...stored }] : []))
  if (kept.length === 0) return
  await sql`
    insert into library_value (file_id, attribute_id, value, value_key, number)
    select ${fileId}, v.id, v.value, v.key, v.number
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as v (id uuid, value text, key text, number numeric)
    on conflict (file_id, attribute_id) do update set value = excluded.value, value_key = excluded.value_key,
      number = excluded.number`.execute(tx)
}

export async function saveDrafts(
  tx: Tx,
  draft: {
    folderId: string
    personId: string
    nameKeys: readonly string[]
    /** JSON of stored values by their attributes. */
    entries: string
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into library_draft (folder_id, person_id, name_key, entries, expires_at)
    select ${draft.folderId}, ${draft.personId}, key, ${draft.entries}::jsonb, ${draft.expiresAt}
    from unnest(${draft.nameKeys}::text[]) as key
    on conflict (folder_id, person_id, name_key) do update set entries = excluded.entries,
      expires_at = excluded.expires_at`.execute(tx)
}

export async function deleteOldDrafts(db: Reader): Promise<void> {
  await sql`delete from library_draft where expires_at <= now()`.execute(db)
}
