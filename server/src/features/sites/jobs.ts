import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { keepPresent } from './presence.ts'

const SEEN_EVERY_SECONDS = 10

export const siteJobs = (ctx: Context): JobQueue[] => [
  { name: 'node-presence', everySeconds: SEEN_EVERY_SECONDS, run: () => keepPresent(ctx) },
]
