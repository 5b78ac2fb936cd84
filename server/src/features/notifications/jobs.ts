import { DAY } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { fanOut } from '../../notifications/fan-out.ts'
import { notifyExpiries } from './expiries.ts'
import { deleteBefore } from './inbox-store.ts'
import { notifyQuotas } from './quotas.ts'
import { sendDigests, sendImmediateMail } from './send-mail.ts'

const RETENTION_MS = 90 * DAY

/** Scheduled notifications, mail, and deletion of old notifications. */
export const notificationJobs = (ctx: Context): JobQueue[] => [
  { name: 'fanout-notifications', cron: '* * * * *', run: () => fanOut(ctx) },
  { name: 'notify-quotas', cron: '* * * * *', run: () => notifyQuotas(ctx) },
  { name: 'notify-expiries', cron: '25 * * * *', run: () => notifyExpiries(ctx) },
  { name: 'mail-notifications', cron: '* * * * *', run: () => sendImmediateMail(ctx) },
  // Mornings of all time zones are at a quarter of an hour. Failed mails are retried too.
  { name: 'mail-digests', cron: '*/15 * * * *', run: () => sendDigests(ctx) },
  { name: 'cleanup-notifications', cron: '50 3 * * *', run: () => deleteOldNotifications(ctx) },
]

export const deleteOldNotifications = (ctx: Context): Promise<void> =>
  deleteBefore(ctx.db.reader, new Date(ctx.now().getTime() - RETENTION_MS))
