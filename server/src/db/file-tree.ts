import { type RawBuilder, sql } from 'kysely'

/** Common table expressions that walk the tree of files, for `with recursive`. */

/**
 * `up`: the files `f` for which `where` holds and every folder above them, each once, with `id`, `parent_id` and
 * `columns`.
 */
export const ancestors = (
  where: RawBuilder<unknown>,
  columns: readonly string[] = [],
): RawBuilder<unknown> => {
  const selected = sql.join(['id', 'parent_id', ...columns].map((column) => sql.ref(`f.${column}`)))
  return sql`up as (
    select ${selected} from file f where ${where}
    union
    select ${selected} from up join file f on f.id = up.parent_id
  )`
}

/**
 * `up`: for each file `f` for which `where` holds, itself and every folder above it, with its id as `start`; `depth`
 * counts from 0 at the file.
 */
export const ancestorPaths = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`up as (
    select f.id as start, f.id, f.parent_id, f.name, 0 as depth from file f where ${where}
    union all
    select up.start, f.id, f.parent_id, f.name, up.depth + 1 from up join file f on f.id = up.parent_id
  )`

/**
 * The right side of `id = …` for the ids of a CTE with few rows. A join with the table of files would be planned once for each
 * connection, as a scan of the whole table where that is small at the time, and stay one while it grows.
 */
export const anyOf = (cte: string): RawBuilder<unknown> => sql`any(array(select id from ${sql.ref(cte)}))`

/** `down`: the ids of these files and of everything below them; `distinct` where one may lie below another. */
export const descendants = (
  ids: readonly string[],
  { distinct = false } = {},
): RawBuilder<unknown> => sql`down as (
    select id from file where id = any(${ids}::uuid[])
    ${distinct ? sql`union` : sql`union all`}
    select f.id from down join file f on f.parent_id = down.id
  )`
