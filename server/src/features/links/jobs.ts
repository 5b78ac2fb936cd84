import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import * as store from './store.ts'

/** Stopped links are listed so long. */
const STOPPED_MS = 30 * DAY

export const linkJobs = (ctx: Context): JobQueue[] => [
  {
    name: 'remove-old-links',
    cron: '17 * * * *',
    run: () => store.deleteOld(ctx.db.reader, new Date(ctx.now().getTime() - STOPPED_MS), ctx.now()),
  },
]
