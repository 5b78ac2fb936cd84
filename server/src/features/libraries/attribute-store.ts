import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of the attributes of libraries. */

export interface AttributeRow extends LibraryAttribute {
  readonly libraryId: string
}

export async function attributes(db: Reader, libraryId?: string): Promise<AttributeRow[]> {
  const { rows } = await sql<AttributeRow>`
    select library_id as "libraryId", id as "attributeId", name as "attributeName", code, type, length,
      min::text as min, max::text as max, options, in_list as "listDisplay", allow_empty as "allowEmpty",
      searchable as query, read_only as "readOnly"
    from library_attribute ${libraryId === undefined ? sql`` : sql`where library_id = ${libraryId}`}
    order by library_id, position`.execute(db)
  return rows
}

export async function saveAttribute(
  tx: Tx,
  libraryId: string,
  attribute: LibraryAttribute,
  position: number,
): Promise<void> {
  const { attributeId, attributeName, code, type, length, min, max, options } = attribute
  const { listDisplay, allowEmpty, query, readOnly } = attribute
  await sql`
    insert into library_attribute (id, library_id, name, code, type, length, min, max, options, in_list, allow_empty,
      searchable, read_only, position)
    values (${attributeId}, ${libraryId}, ${attributeName}, ${code}, ${type}, ${length}, ${min}::numeric,
      ${max}::numeric, ${options}::text[], ${listDisplay}, ${allowEmpty}, ${query}, ${readOnly}, ${position})
    on conflict (id) do update set name = excluded.name, code = excluded.code, type = excluded.type,
      length = excluded.length, min = excluded.min, max = excluded.max, options = excluded.options,
      in_list = excluded.in_list, allow_empty = excluded.allow_empty, searchable = excluded.searchable,
      read_only = excluded.read_only, position = excluded.position`.execute(tx)
}

export async function deleteAttributes(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('library_attribute').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

/** Files with a value, those in recycle bins too. */
export async function countValues(db: Reader, attributeId: string): Promise<number> {
  const row = await db
    .selectFrom('library_value')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('attribute_id', '=', attributeId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Values that do not fit the rules as they are to be. */
export async function countUnfit(db: Reader, attribute: LibraryAttribute): Promise<number> {
  const { attributeId, type, length, min, max, options } = attribute
  const unfit = {
    text: sql`${length}::int is not null and char_length(value) > ${length}::int`,
    number: sql`(${length}::int is not null and char_length(translate(value, '-.', '')) > ${length}::int)
      or number < ${min}::numeric or number > ${max}::numeric`,
    choice: sql`value <> all(${options}::text[])`,
    date: sql`false`,
    yesNo: sql`false`,
  }[type]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from library_value where attribute_id = ${attributeId} and (${unfit})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
