import { COPY_QUEUE } from '../../content/copies/elsewhere.ts'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { copyRequested } from './requested.ts'
import { runTarget } from './run.ts'
import { enqueueDue, expireCopies, SYNC_QUEUE } from './schedule.ts'

export const nodeSyncJobs = (ctx: Context): JobQueue[] => [
  {
    name: SYNC_QUEUE,
    // Of one cluster one after the other.
    longRunning: { concurrency: 2, groupConcurrency: 1 },
    run: ({ ruleId, clusterId }) => runTarget(ctx, { ruleId: String(ruleId), clusterId: String(clusterId) }),
  },
  {
    name: COPY_QUEUE,
    longRunning: { concurrency: 4, groupConcurrency: 2 },
    run: ({ blobId, clusterId }) =>
      copyRequested(ctx, { blobId: String(blobId), clusterId: String(clusterId) }),
  },
  { name: 'begin-node-syncs', cron: '* * * * *', run: () => enqueueDue(ctx) },
  { name: 'expire-copies', cron: '35 * * * *', run: () => expireCopies(ctx) },
]
