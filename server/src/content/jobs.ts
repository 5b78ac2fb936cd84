import type { Context } from '../context.ts'
import type { JobQueue } from '../jobs/jobs.ts'
import { reapContent, reapStrays } from './collect.ts'
import { removeLoose } from './orphans.ts'
import { useSpares } from './repair.ts'
import { readAgain } from './scrub.ts'
import { verifyJobs } from './verify.ts'

/** Garbage collection, scrub, repair and verification of stored content. */
export const contentJobs = (ctx: Context): JobQueue[] => [
  { name: 'reap-content', cron: '25 * * * *', run: async () => void (await reapContent(ctx)) },
  { name: 'reap-strays', cron: '55 4 * * *', run: async () => void (await reapStrays(ctx)) },
  { name: 'remove-loose', cron: '45 * * * *', run: async () => void (await removeLoose(ctx)) },
  { name: 'use-spares', cron: '50 * * * *', run: () => useSpares(ctx) },
  { name: 'read-again', cron: '*/10 * * * *', run: () => readAgain(ctx) },
  ...verifyJobs(ctx),
]
