import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { spread } from '../../notifications/fan-out.ts'
import { tellExpiries } from './expiries.ts'
import { deleteBefore } from './inbox-store.ts'
import { tellQuotas } from './quotas.ts'
import { mailAtOnce, mailDigests } from './send-mail.ts'

const KEPT_MS = 90 * DAY

/** What time tells, what goes out by mail, and the end of old notifications. */
export const notificationJobs = (ctx: Context): JobQueue[] => [
  { name: 'fanout-notifications', cron: '* * * * *', run: () => spread(ctx) },
  { name: 'notify-quotas', cron: '* * * * *', run: () => tellQuotas(ctx) },
  { name: 'notify-expiries', cron: '25 * * * *', run: () => tellExpiries(ctx) },
  { name: 'mail-notifications', cron: '* * * * *', run: () => mailAtOnce(ctx) },
  // Mornings of all zones are at a quarter of an hour; what the mail server did not take is tried again as well.
  { name: 'mail-digests', cron: '*/15 * * * *', run: () => mailDigests(ctx) },
  { name: 'cleanup-notifications', cron: '50 3 * * *', run: () => sweepNotifications(ctx) },
]

export const sweepNotifications = (ctx: Context): Promise<void> =>
  deleteBefore(ctx.db.reader, new Date(ctx.now().getTime() - KEPT_MS))
