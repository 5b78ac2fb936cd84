import type { Reply } from '@clouddisk/contract/route'
import type { querySizes } from '@clouddisk/contract/usage'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { filesById } from '../../tree/files.ts'
import { sumOfTotals, ZERO_TOTALS } from '../../tree/totals.ts'
import { inOrder } from './capacity.ts'
import * as store from './store.ts'

/** How much chosen files and folders are together, by their kept totals. */
export async function sizesOf(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  withKinds: boolean,
): Promise<Reply<typeof querySizes>> {
  const db = ctx.db.reader
  const [located, rows] = await Promise.all([resolveAll(db, actor, ids), filesById(db, ids)])
  const items = ids.map((id) => {
    const item = located.get(id) ?? refuse('not_found')
    requirePermissionWithReason(actor, item, 'attribute')
    return item
  })
  // What lies below another chosen folder is counted there.
  const tops = items.filter(
    ({ id, fullPath }) => !fullPath.some((step) => step.id !== id && located.has(step.id)),
  )
  const totals = tops
    .map(({ id }) => (rows.get(id) ?? refuse('not_found')).totals)
    .reduce(sumOfTotals, ZERO_TOTALS)
  const topIds = tops.map(({ id }) => id)
  return {
    fileCount: totals.files,
    folderCount: totals.folders + tops.filter(({ isFolder }) => isFolder).length,
    fileSize: totals.size,
    ...(tops.every(({ permissions }) => permissions.has('versionView')) && {
      versionsSize: totals.charge - totals.size,
    }),
    ...(withKinds && { kinds: inOrder(await store.kindsBelow(db, topIds)) }),
  }
}
