import type { LeftOver } from '@clouddisk/contract/admin-storage'
import { garbageTotals } from '../../content/gc-candidates.ts'
import { latestRuns } from '../../content/gc-runs.ts'
import type { Context } from '../../context.ts'

/** Totals of garbage, by rows only, so that the page does not wait for a store; gc-preview.ts lists each object. */
export async function gcStatus(ctx: Context): Promise<LeftOver> {
  const [totals, { last, removed }] = await Promise.all([garbageTotals(ctx), latestRuns(ctx)])
  return {
    ...totals,
    sweepTime: last?.toISOString() ?? null,
    removed: removed && { time: removed.at.toISOString(), objects: removed.objects, bytes: removed.bytes },
  }
}
