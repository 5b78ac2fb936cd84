import type { LeftOver } from '@clouddisk/contract/admin-storage'
import { garbageTotals } from '../../content/gc-candidates.ts'
import { latestRuns } from '../../content/gc-runs.ts'
import type { Context } from '../../context.ts'

/**
 * What is left over and goes by itself, by rows alone: whoever looks at a page waits for no store to list what it has.
 * leftovers.ts asks the stores, and names each.
 */
export async function gcStatus(ctx: Context): Promise<LeftOver> {
  const [totals, { last, removed }] = await Promise.all([garbageTotals(ctx), latestRuns(ctx)])
  return {
    ...totals,
    sweepTime: last?.toISOString() ?? null,
    removed: removed && { time: removed.at.toISOString(), objects: removed.objects, bytes: removed.bytes },
  }
}
