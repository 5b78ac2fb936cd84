import type { Context } from '../context.ts'
import type { JobQueue } from '../jobs/jobs.ts'
import { antivirusJobs } from './antivirus/jobs.ts'
import { collectGarbage, collectUntracked } from './collect.ts'
import { dropUselessCopies, verifyCopies } from './copies/copies.ts'
import { handleRedundantCopies } from './repair.ts'
import { scrubStep } from './scrub.ts'
import { verifyJobs } from './verify.ts'

/** Garbage collection, scrub, repair and verification of stored content. */
export const contentJobs = (ctx: Context): JobQueue[] => [
  { name: 'gc-objects', cron: '25 * * * *', run: async () => void (await collectGarbage(ctx)) },
  { name: 'gc-untracked', cron: '55 4 * * *', run: async () => void (await collectUntracked(ctx)) },
  { name: 'handle-redundant-copies', cron: '50 * * * *', run: () => handleRedundantCopies(ctx) },
  { name: 'drop-useless-copies', cron: '20 * * * *', run: () => dropUselessCopies(ctx) },
  { name: 'verify-copies', cron: '*/10 * * * *', run: () => verifyCopies(ctx) },
  { name: 'scrub', cron: '*/10 * * * *', run: () => scrubStep(ctx) },
  ...verifyJobs(ctx),
  ...antivirusJobs(ctx),
]
