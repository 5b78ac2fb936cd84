import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { ancestorPaths } from '../../db/file-tree.ts'

/** Where something was, as far as that is still there. */

export interface RestoreTarget {
  readonly id: string
  /** From the root down to it. */
  readonly trail: readonly { readonly id: string; readonly name: string }[]
}

/**
 * The folder that an entry came from, or the nearest above it that still hangs in its space; the space's root at last.
 * Whose right it is to put something there has been asked already. The caller holds the space's lock.
 */
export async function findRestoreTarget(
  tx: Tx,
  entry: {
    readonly parentId: string
    readonly rootId: string
    readonly trail: readonly { readonly id: string }[]
  },
): Promise<RestoreTarget> {
  const wanted = [entry.parentId, ...entry.trail.map(({ id }) => id).reverse(), entry.rootId]
  const { rows } = await sql<{ start: string; id: string; name: string; depth: number }>`
    with recursive ${ancestorPaths(sql`f.id = any(${wanted}::uuid[]) and f.is_folder`)}
    select start, id, name, depth from up order by start, depth desc`.execute(tx)
  const ways = Map.groupBy(rows, ({ start }) => start)
  for (const id of wanted) {
    const way = ways.get(id)
    if (way?.[0]?.id === entry.rootId)
      return { id, trail: way.map(({ id: step, name }) => ({ id: step, name })) }
  }
  return { id: entry.rootId, trail: [{ id: entry.rootId, name: '' }] }
}
