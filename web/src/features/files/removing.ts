import { removeInstances } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Reply } from '@clouddisk/contract/route'
import { call } from '../../lib/api.ts'
import { inBatches } from '../../lib/batches.ts'
import { limits } from '../../lib/limits.ts'
import { confirmCount, confirmingCount } from './consequences.ts'

type Answer = Reply<typeof removeInstances>
type Loss = NonNullable<Answer['losses']>[number]

/**
 * Throws items away, as one deletion however many calls that takes: what it takes from others is asked for once, with
 * the number of them all, before the first call. Throws `Declined`.
 */
export async function removeTogether(ids: readonly string[]): Promise<Answer[]> {
  if (ids.length <= limits().batchMax)
    return [
      await confirmingCount('remove', (confirmed) =>
        call(removeInstances, { instanceIds: [...ids], ...confirmed }),
      ),
    ]
  const looks = await inBatches(ids, (instanceIds) => call(removeInstances, { instanceIds, dryRun: true }))
  const known = await confirmLosses(looks.flatMap(({ losses = [] }) => losses))
  let begun: { readonly deletionId?: string } = {}
  return inBatches(ids, async (instanceIds) => {
    const answer = await confirmingCount('remove', (confirmed) =>
      call(removeInstances, { instanceIds, ...begun, ...known, ...confirmed }),
    )
    if (answer.deletionId) begun = { deletionId: answer.deletionId }
    return answer
  })
}

/** Asks where it is much of what others have, place by place; answers what the calls are told then. */
async function confirmLosses(losses: readonly Loss[]): Promise<{ readonly confirmCount?: number }> {
  const places = [...Map.groupBy(losses, ({ instanceId }) => instanceId).values()].map((some) => ({
    count: some.reduce((sum, { count }) => sum + count, 0),
    total: Math.max(...some.map(({ total }) => total)),
  }))
  const massive = places.filter(
    ({ count, total }) => count > LIMITS.massDeleteItems && count > total * LIMITS.massDeleteShare,
  )
  if (massive.length === 0) return {}
  const count = massive.reduce((sum, place) => sum + place.count, 0)
  const total = massive.reduce((sum, place) => sum + place.total, 0)
  await confirmCount('remove', { count, total })
  return { confirmCount: count }
}
