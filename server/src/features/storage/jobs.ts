import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { removeLoose } from './loose.ts'
import { useSpares } from './mending.ts'
import { runMove } from './move-content.ts'
import { goOnMoving, MOVE_QUEUE } from './moves.ts'
import { readAgain } from './read-again.ts'

export const storageJobs = (ctx: Context): JobQueue[] => [
  { name: MOVE_QUEUE, work: { atOnce: 1, ofGroup: 1 }, run: ({ moveId }) => runMove(ctx, String(moveId)) },
  { name: 'go-on-moving', cron: '* * * * *', run: () => goOnMoving(ctx) },
  { name: 'remove-loose', cron: '45 * * * *', run: async () => void (await removeLoose(ctx)) },
  { name: 'use-spares', cron: '50 * * * *', run: () => useSpares(ctx) },
  { name: 'read-again', cron: '*/10 * * * *', run: () => readAgain(ctx) },
]
