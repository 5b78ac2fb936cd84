import { removeInstances } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Reply } from '@clouddisk/contract/route'
import { call } from '../../lib/api.ts'
import { callInBatches } from '../../lib/batches.ts'
import { limits } from '../../lib/limits.ts'
import { confirmLossCount, withConfirmedCount } from './consequences.ts'

type RemoveReply = Reply<typeof removeInstances>

/** What the calls are told of it: that it has been asked for, with so many. */
export interface ConfirmedCount {
  readonly confirmCount?: number
}

/**
 * Throws items away, as one deletion however many calls that takes. What it takes from others is asked for once, with the
 * number of them all, before the first call. Throws `Declined`.
 * @param known what was asked before; without it, it is asked now.
 */
export async function removeAsOne(ids: readonly string[], known?: ConfirmedCount): Promise<RemoveReply[]> {
  const isOne = ids.length <= limits().batchMax
  const told = known ?? (isOne ? {} : await confirmMassRemoval(ids)) ?? {}
  let begun: { readonly deletionId?: string } = {}
  return callInBatches(ids, async (instanceIds) => {
    // Others may have put more into it meanwhile.
    const answer = await withConfirmedCount('remove', (confirmed) =>
      call(removeInstances, { instanceIds, ...begun, ...told, ...confirmed }),
    )
    if (answer.deletionId) begun = { deletionId: answer.deletionId }
    return answer
  })
}

/**
 * Asks where it is much of what others have, place by place; answers what the calls are told then, and nothing where there
 * was nothing to ask. Throws `Declined`.
 */
export async function confirmMassRemoval(ids: readonly string[]): Promise<ConfirmedCount | undefined> {
  const looks = await callInBatches(ids, (instanceIds) =>
    call(removeInstances, { instanceIds, dryRun: true }),
  )
  const losses = looks.flatMap(({ losses = [] }) => losses)
  const places = [...Map.groupBy(losses, ({ instanceId }) => instanceId).values()].map((some) => {
    // Each call's answer counts it in.
    const recent = Math.max(...some.map((loss) => loss.recent ?? 0))
    return {
      recent,
      count: some.reduce((sum, loss) => sum + loss.count - (loss.recent ?? 0), recent),
      total: Math.max(...some.map(({ total }) => total)),
    }
  })
  const massive = places.filter(
    ({ count, total }) => count > LIMITS.massDeleteItems && count > total * LIMITS.massDeleteShare,
  )
  if (massive.length === 0) return undefined
  const count = massive.reduce((sum, place) => sum + place.count, 0)
  // The place itself is counted and cannot be removed.
  const total = massive.reduce((sum, place) => sum + place.total - 1, 0)
  const recent = massive.reduce((sum, place) => sum + place.recent, 0)
  await confirmLossCount('remove', { count, total, recent })
  return { confirmCount: count }
}
