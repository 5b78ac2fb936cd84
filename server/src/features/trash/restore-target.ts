import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { ancestorPaths } from '../../db/file-tree.ts'

/** Finds where an administrator's restore puts an item. */

export interface RestoreTarget {
  readonly id: string
  /** From the root to the folder itself. */
  readonly fullPath: readonly { readonly id: string; readonly name: string }[]
}

/**
 * The original folder, or the nearest ancestor that is still in the space's tree, or else the root. The
 * caller has checked permissions and holds the space lock.
 */
export async function findRestoreTarget(
  tx: Tx,
  entry: {
    readonly parentId: string
    readonly rootId: string
    readonly originalPath: readonly { readonly id: string }[]
  },
): Promise<RestoreTarget> {
  const candidates = [entry.parentId, ...entry.originalPath.map(({ id }) => id).reverse(), entry.rootId]
  const { rows } = await sql<{ start: string; id: string; name: string; depth: number }>`
    with recursive ${ancestorPaths(sql`f.id = any(${candidates}::uuid[]) and f.is_folder`)}
    select start, id, name, depth from up order by start, depth desc`.execute(tx)
  const paths = Map.groupBy(rows, ({ start }) => start)
  for (const id of candidates) {
    const path = paths.get(id)
    if (path?.[0]?.id === entry.rootId)
      return { id, fullPath: path.map(({ id: step, name }) => ({ id: step, name })) }
  }
  return { id: entry.rootId, fullPath: [{ id: entry.rootId, name: '' }] }
}
