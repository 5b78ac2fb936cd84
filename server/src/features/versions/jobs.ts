import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { expireOldVersions } from './expiry.ts'

/** Removes expired versions once a day. */
export const versionJobs = (ctx: Context): JobQueue[] => [
  { name: 'expire-versions', cron: '15 3 * * *', run: async () => void (await expireOldVersions(ctx)) },
]
