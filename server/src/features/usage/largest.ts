import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import { LARGEST_MAX, type LargeFile, type pageLargestFiles } from '@clouddisk/contract/usage'
import type { Actor } from '../../access/actor.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { Paging } from '../../http/paging.ts'
import { presentRow } from '../../tree/present.ts'
import { viewRowsById } from '../../tree/view-rows.ts'
import { managedSpace } from './space.ts'
import * as store from './store.ts'

/** The files of a space that take most. */
export async function largestFiles(
  ctx: Context,
  actor: Actor,
  { groupId, by = 'total', kinds, ...input }: Input<typeof pageLargestFiles>,
  language: Language,
): Promise<Reply<typeof pageLargestFiles>> {
  const db = ctx.db.reader
  const { id, rootId } = await managedSpace(db, actor, groupId)
  const chosen = kinds && kinds.length > 0 ? [...new Set(kinds)].toSorted() : undefined
  const list = [id, by, chosen?.join('+') ?? ''].join()
  const paging = new Paging<store.By>(ctx.secrets, 'largest', list, store.isKey)
  const page = paging.read(input, by, by)
  const query = { spaceId: id, rootId, by, kinds: chosen, max: LARGEST_MAX, page }
  const { rows, count, hasNext } = await store.largestFiles(db, query)
  const ids = rows.map((row) => row.id)
  const [located, views] = await Promise.all([resolveAll(db, actor, ids), viewRowsById(db, actor, ids)])
  const last = hasNext ? rows.at(-1) : undefined
  return {
    list: rows.flatMap((row): LargeFile[] => {
      const [item, view] = [located.get(row.id), views.get(row.id)]
      if (!item || !view) return []
      return [
        {
          ...presentRow(view, item, language),
          chargedSize: row.charge,
          versionsSize: row.charge - row.size,
          versionCount: row.versions,
        },
      ]
    }),
    total: Math.min(count, LARGEST_MAX),
    truncated: count > LARGEST_MAX,
    ...paging.response(page, last && store.keyOf(last)),
  }
}
