import { type Instance, removeInstances } from '@clouddisk/contract/files'
import type { Reply } from '@clouddisk/contract/route'
import { call } from '../../lib/api.ts'
import { callInBatches, groupByParent } from '../../lib/batches.ts'
import { limits } from '../../lib/limits.ts'
import { confirmLossCount, withConfirmedCount } from './consequences.ts'

/** Hides items from the lists of their folders. */
export const hidesInFolders = (items: readonly Instance[]): { list: string; ids: string[] }[] =>
  [...groupByParent(items)].map(([list, some]) => ({ list, ids: some.map((item) => item.instanceId) }))

type RemoveReply = Reply<typeof removeInstances>

/** The confirmed count, as the calls take it. */
export interface ConfirmedCount {
  readonly confirmCount?: number
}

/**
 * Moves items to the recycle bin as one deletion in one or more calls. A mass removal from other people is
 * confirmed once, before the first call. Throws CancelledError.
 * @param known an earlier confirmation; without it, the user is asked now.
 */
export async function removeAsOne(ids: readonly string[], known?: ConfirmedCount): Promise<RemoveReply[]> {
  const isOne = ids.length <= limits().batchMax
  const confirmedBefore = known ?? (isOne ? {} : await confirmMassRemoval(ids)) ?? {}
  let deletion: { readonly deletionId?: string } = {}
  return callInBatches(ids, async (instanceIds) => {
    // Other people may have added items meanwhile.
    const answer = await withConfirmedCount('remove', (confirmed) =>
      call(removeInstances, { instanceIds, ...deletion, ...confirmedBefore, ...confirmed }),
    )
    if (answer.deletionId) deletion = { deletionId: answer.deletionId }
    return answer
  })
}

/**
 * Confirms a mass removal of items that other people have, checked per space; returns the confirmed count, or
 * undefined if nothing was asked. Throws CancelledError.
 */
export async function confirmMassRemoval(ids: readonly string[]): Promise<ConfirmedCount | undefined> {
  const previews = await callInBatches(ids, (instanceIds) =>
    call(removeInstances, { instanceIds, dryRun: true }),
  )
  const losses = previews.flatMap(({ losses = [] }) => losses)
  const places = [...Map.groupBy(losses, ({ instanceId }) => instanceId).values()].map((some) => {
    // Each reply includes the recent removals.
    const recent = Math.max(...some.map((loss) => loss.recent ?? 0))
    return {
      recent,
      count: some.reduce((sum, loss) => sum + loss.count - (loss.recent ?? 0), recent),
      total: Math.max(...some.map(({ total }) => total)),
    }
  })
  const { massDeleteItems, massDeleteShare } = limits()
  const massive = places.filter(
    ({ count, total }) => count > massDeleteItems && count > total * massDeleteShare,
  )
  if (massive.length === 0) return undefined
  const count = massive.reduce((sum, place) => sum + place.count, 0)
  // The count includes the root, which cannot be removed.
  const total = massive.reduce((sum, place) => sum + place.total - 1, 0)
  const recent = massive.reduce((sum, place) => sum + place.recent, 0)
  await confirmLossCount('remove', { count, total, recent })
  return { confirmCount: count }
}
