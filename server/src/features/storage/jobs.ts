import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { runMove } from './move-content.ts'
import { MOVE_QUEUE, resumeMove } from './moves.ts'

export const storageJobs = (ctx: Context): JobQueue[] => [
  {
    name: MOVE_QUEUE,
    longRunning: { concurrency: 1, groupConcurrency: 1 },
    run: ({ moveId }) => runMove(ctx, String(moveId)),
  },
  { name: 'resume-content-moves', cron: '* * * * *', run: () => resumeMove(ctx) },
]
