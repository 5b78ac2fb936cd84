import { DEFAULT_CLASSIFICATION, HIGH_CLASSIFICATION } from '@clouddisk/contract/classification'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ancestorPaths, ancestors } from '../db/file-tree.ts'
import { refuse } from '../errors/refusal.ts'
import type { Actor } from './actor.ts'
import type { ResolvedItem } from './resolve.ts'

/**
 * Classification of files (C G15). A file has the highest level that is set on it or on a folder above. What is highly classified stays
 * inside of the company: visitors of links do not see it (resolve.ts), it cannot be linked, nor come into a linked folder (A§5).
 */

/** The highest of levels that are set; null where none is. */
export const highest = (levels: readonly (number | null)[]): number | null =>
  levels.reduce<number | null>(
    (found, level) => (level === null ? found : Math.max(found ?? level, level)),
    null,
  )

/** @param level the highest that is set on the file or above it */
export const classificationOf = (level: number | null): number => level ?? DEFAULT_CLASSIFICATION

export const isHigh = (level: number | null): boolean => classificationOf(level) >= HIGH_CLASSIFICATION

type Target = Pick<ResolvedItem, 'id' | 'name' | 'setLevel'>

/** Refuses files and folders that may not come into `target`, because they are highly classified and the folder is linked. */
export async function requireNotHighInLink(
  db: Reader,
  { asOf }: Pick<Actor, 'asOf'>,
  target: Target,
  ids: readonly string[] = [],
): Promise<void> {
  const isHighInside = isHigh(target.setLevel) || (await highAmong(db, ids)).size > 0
  if (isHighInside && (await linkedAmong(db, asOf, [target.id])).size > 0) refuseHighInLink(target)
}

export const refuseHighInLink = ({ name }: Pick<Target, 'name'>): never =>
  refuse('high_in_linked_folder', { name })

/** A folder as `requireNotHighInLink` takes it, for those who have no permissions there. */
export async function targetById(db: Reader, id: string): Promise<Target> {
  const { rows } = await sql<Target>`
    select id, name, classification_of(id) as "setLevel" from file where id = ${id}::uuid`.execute(db)
  return rows[0] ?? refuse('not_found')
}

/** Those of some folders that are highly classified and linked. */
export async function highInLink(
  db: Reader,
  { asOf }: Pick<Actor, 'asOf'>,
  folders: readonly Pick<ResolvedItem, 'id' | 'setLevel'>[],
): Promise<Set<string>> {
  return linkedAmong(
    db,
    asOf,
    folders.filter(({ setLevel }) => isHigh(setLevel)).map(({ id }) => id),
  )
}

/** Items and the folders that they are to come into: the items that may not, because they are highly classified and the folder is linked. */
export async function highIntoLinks<Item extends { readonly target: Target }>(
  db: Reader,
  { asOf }: Pick<Actor, 'asOf'>,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Promise<Set<Item>> {
  const high = await highAmong(db, items.map(idOf))
  const suspects = items.filter((item) => high.has(idOf(item)) || isHigh(item.target.setLevel))
  const linked = await linkedAmong(db, asOf, [...new Set(suspects.map(({ target }) => target.id))])
  return new Set(suspects.filter(({ target }) => linked.has(target.id)))
}

/** Those of some folders that anybody's open link leads to. */
async function linkedAmong(db: Reader, asOf: Date, folderIds: readonly string[]): Promise<Set<string>> {
  if (folderIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive ${ancestorPaths(sql`f.id = any(${folderIds}::uuid[])`)}
    select distinct up.start as id from up join link_target t on t.file_id = up.id join link l on l.id = t.link_id
    where l.ended_at is null and (l.expires_at is null or l.expires_at > ${asOf}::timestamptz)
      and (l.max_visits is null or l.visits < l.max_visits)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const HIGH = sql.lit(HIGH_CLASSIFICATION)

/**
 * Those that are highly classified, by a folder above or anything below. Few files are, so that their paths are walked; from an array
 * of ids, since the planner takes the rows of a condition for a third of all files, and makes room for the paths of so many.
 */
export async function highAmong(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive ${ancestors(sql`f.id = any(array(
      select h.id from file h where h.space_id in (select space_id from file where id = any(${ids}::uuid[]))
        and h.classification >= ${HIGH}))`)}
    select i.id from file i where i.id = any(${ids}::uuid[])
      and (i.id in (select id from up) or (exists (select from up) and classification_of(i.id) >= ${HIGH}))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
