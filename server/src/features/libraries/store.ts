import type { IconKind } from '@clouddisk/contract/admin-libraries'
import { LIMITS } from '@clouddisk/contract/limits'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of libraries, their icons and their categories. */

export interface LibraryRow {
  readonly id: string
  readonly code: string
  readonly menuDisplay: boolean
  readonly clusters: readonly { clusterId: string; clusterName: string }[]
  readonly bucket: string | null
  readonly icons: readonly IconKind[]
  readonly updatedAt: Date
}

export async function libraries(db: Reader): Promise<Map<string, LibraryRow>> {
  const { rows } = await sql<LibraryRow>`
    select l.id, l.code, l.menu_display as "menuDisplay", s.home_bucket as bucket, l.updated_at as "updatedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('clusterId', c.id, 'clusterName', c.name) order by lower(c.name), c.id)
        from cluster c where c.id = any(l.cluster_ids)), '[]') as clusters,
      array(select kind from library_icon i where i.library_id = l.id order by kind) as icons
    from library l join space s on s.id = l.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface LibraryFields {
  readonly code: string
  readonly menuDisplay: boolean
  readonly clusterIds: readonly string[]
}

export async function saveLibrary(tx: Tx, id: string, fields: LibraryFields, at: Date): Promise<void> {
  const { code, menuDisplay, clusterIds } = fields
  await sql`
    insert into library (id, code, menu_display, cluster_ids, updated_at)
    values (${id}, ${code}, ${menuDisplay}, ${clusterIds}::uuid[], ${at})
    on conflict (id) do update set code = excluded.code, menu_display = excluded.menu_display,
      cluster_ids = excluded.cluster_ids, updated_at = excluded.updated_at`.execute(tx)
}

export async function setHome(tx: Tx, libraryId: string, bucket: string | null): Promise<void> {
  await tx.updateTable('space').set({ home_bucket: bucket }).where('id', '=', libraryId).execute()
}

export interface Icon {
  readonly kind: IconKind
  readonly contentType: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

export async function saveIcons(tx: Tx, libraryId: string, icons: readonly Icon[], at: Date): Promise<void> {
  for (const { kind, contentType, bytes } of icons)
    await sql`
      insert into library_icon (library_id, kind, content_type, bytes, updated_at)
      values (${libraryId}, ${kind}, ${contentType}, ${bytes}, ${at})
      on conflict (library_id, kind) do update set content_type = excluded.content_type, bytes = excluded.bytes,
        updated_at = excluded.updated_at`.execute(tx)
}

export const iconOf = (db: Reader, libraryId: string, kind: IconKind) =>
  db
    .selectFrom('library_icon')
    .select(['content_type as contentType', 'bytes'])
    .where('library_id', '=', libraryId)
    .where('kind', '=', kind)
    .executeTakeFirst()

export interface CategoryRow {
  readonly libraryId: string
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly code: string
  readonly level: number
}

/** Categories from the root down, each below its parent, by name; folders that have left their place are none. */
export async function categories(db: Reader, libraryId?: string): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    with recursive tree as (
      select l.id as library_id, s.root_id as id, null::uuid as parent_id, ''::text as name, ''::text as code,
        0 as level
      from library l join space s on s.id = l.id ${libraryId === undefined ? sql`` : sql`where l.id = ${libraryId}`}
      union all
      select t.library_id, f.id, case when t.level > 0 then t.id end, f.name collate "default", c.code,
        t.level + 1
      from tree t join file f on f.parent_id = t.id and f.rank = 0
      join library_category c on c.folder_id = f.id and c.library_id = t.library_id
      where t.level < ${sql.lit(LIMITS.libraryLevelsMax)}
    )
    select library_id as "libraryId", id, parent_id as "parentId", name, code, level from tree where level > 0
    order by level, name collate name_order, id`.execute(db)
  const below = Map.groupBy(rows, ({ libraryId: id, parentId }) => parentId ?? id)
  const inOrder = (row: CategoryRow): CategoryRow[] => [row, ...(below.get(row.id) ?? []).flatMap(inOrder)]
  return rows.filter(({ level }) => level === 1).flatMap(inOrder)
}

export async function saveCategory(
  tx: Tx,
  category: { folderId: string; libraryId: string; code: string },
): Promise<void> {
  const { folderId, libraryId, code } = category
  await tx
    .insertInto('library_category')
    .values({ folder_id: folderId, library_id: libraryId, code })
    .onConflict((conflict) => conflict.column('folder_id').doUpdateSet({ code }))
    .execute()
}

/** Categories in the recycle bin keep their codes. */
export async function countCategories(db: Reader, libraryId: string): Promise<number> {
  const row = await db
    .selectFrom('library_category')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('library_id', '=', libraryId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** The library that a space is; undefined for another. */
export const libraryOf = (db: Reader, spaceId: string) =>
  db.selectFrom('library').select(['id', 'code']).where('id', '=', spaceId).executeTakeFirst()

export interface MyLibraryRow {
  readonly id: string
  readonly rootId: string
  readonly name: string
  readonly description: string
  readonly code: string
  readonly menuDisplay: boolean
  readonly icons: readonly IconKind[]
  readonly iconVersion: string
}

/** Libraries with a member among the principals; permissions are asked for afterwards. */
export async function librariesOf(
  db: Reader,
  principals: readonly string[],
  libraryId?: string,
): Promise<MyLibraryRow[]> {
  const { rows } = await sql<MyLibraryRow>`
    select l.id, s.root_id as "rootId", g.name, g.description, l.code, l.menu_display as "menuDisplay",
      array(select kind from library_icon i where i.library_id = l.id order by kind) as icons,
      coalesce((
        select floor(extract(epoch from max(i.updated_at)) * 1000)::bigint::text from library_icon i
        where i.library_id = l.id), '0') as "iconVersion"
    from library l join space s on s.id = l.id join "group" g on g.id = l.id
    where ${libraryId === undefined ? sql`true` : sql`l.id = ${libraryId}`} and exists (
      select from file_grant m where m.file_id = s.root_id and m.source = 'member'
        and m.principal_id = any(${principals}::uuid[]))
    order by g.name collate name_order, l.id`.execute(db)
  return rows
}
