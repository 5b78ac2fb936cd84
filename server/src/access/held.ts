import { HIGH_CLASSIFICATION } from '@clouddisk/contract/classification'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { descendants } from '../db/file-tree.ts'
import type { Actor } from './actor.ts'

/**
 * Files that visitors of a checked link do not see: they came into it, or changed, and have not been checked since, or something was
 * found that no administrator has approved. Visitors get the answers of files that do not exist.
 */

/** Whether a file is held, by its columns `id`, `version_id` and `name`. */
export const isHeld = (linkId: RawBuilder<unknown>, file: string): RawBuilder<boolean> => sql`not exists (
  select from link_check c where c.link_id = ${linkId} and c.file_id = ${sql.ref(`${file}.id`)}
    and c.version_id = ${sql.ref(`${file}.version_id`)} and c.name = ${sql.ref(`${file}.name`)}
    and c.verdict in ('clear', 'approved'))`

/** Whether visitors do not see a file `f` of a folder that they see: it is held, or highly classified. */
const isHidden = ({ id, isChecked }: NonNullable<Actor['link']>): RawBuilder<boolean> => sql`(
  f.classification >= ${HIGH_CLASSIFICATION} or ${isChecked} and not f.is_folder and ${isHeld(sql`${id}::uuid`, 'f')})`

/** In a folder. The highly classified ones have an index of their own, so that the whole folder is read for checked links only. */
export async function heldChildren(
  db: Reader,
  { link }: Pick<Actor, 'link'>,
  folderId: string,
): Promise<string[]> {
  if (!link) return []
  const { rows } = await sql<{ id: string }>`
    select f.id from file f where f.parent_id = ${folderId}::uuid and f.classification >= ${sql.lit(HIGH_CLASSIFICATION)}
    union
    select f.id from file f where ${link.isChecked} and f.parent_id = ${folderId}::uuid and not f.is_folder
      and ${isHeld(sql`${link.id}::uuid`, 'f')}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Below these files and folders, themselves included; of a folder that is highly classified what is in it too, but by the folder alone. */
export async function heldBelow(
  db: Reader,
  { link }: Pick<Actor, 'link'>,
  ids: readonly string[],
): Promise<Set<string>> {
  if (!link) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive ${descendants(ids, { distinct: true })}
    select f.id from down join file f on f.id = down.id where ${isHidden(link)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
