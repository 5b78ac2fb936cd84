import type { DirectorySettings } from '@clouddisk/contract/directory-settings'
import { HOUR, MINUTE } from '@clouddisk/contract/time'
import { TZDate } from '@date-fns/tz'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors/refusal.ts'
import { insertRun } from './runs.ts'
import * as store from './store.ts'

/** Starts the runs that are due; each hour what was changed, each day everything. */
export async function startScheduled(ctx: Context): Promise<void> {
  for (const { id } of await store.directories(ctx.db.reader)) {
    const one = await store.directoryById(ctx.db.reader, id)
    if (!one.enabled || one.protocol === 'scim' || !(await isDue(ctx, one))) continue
    const kind = one.settings.schedule === 'hourly' ? 'incremental' : 'full'
    await ctx.db
      .transact(async (tx) => {
        await store.lockDirectory(tx, id)
        await insertRun(ctx, tx, id, { kind, personId: null })
      })
      .catch((error: unknown) => {
        // It runs already, or was removed.
        if (!(error instanceof Refusal)) throw error
      })
  }
}

async function isDue(ctx: Context, { id, settings }: store.Directory): Promise<boolean> {
  const due = lastDue(settings, ctx.now(), ctx.config.timeZone)
  if (due === undefined) return false
  const latest = await ctx.db.reader
    .selectFrom('directory_run')
    .select('created_at')
    .where('directory_id', '=', id)
    .where('kind', '<>', 'dryRun')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A run that waits for a decision is asked about once, not replaced each hour.
  const waiting = await ctx.db.reader
    .selectFrom('directory_run')
    .select('id')
    .where('directory_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return !waiting && (!latest || latest.created_at < due)
}

/** When the last run was due; undefined: none was, lately. */
export function lastDue(
  { schedule, scheduleTime }: Pick<DirectorySettings, 'schedule' | 'scheduleTime'>,
  now: Date,
  timeZone: string,
): Date | undefined {
  if (schedule === 'off') return undefined
  if (schedule === 'hourly') return new Date(Math.floor(now.getTime() / HOUR) * HOUR)
  const [hours = 0, minutes = 0] = scheduleTime.split(':').map(Number)
  const due = new TZDate(now.getTime(), timeZone)
  due.setHours(hours, minutes, 0, 0)
  // A server that was down at the time does it within the hour; later it is left for the next day.
  const late = now.getTime() - due.getTime()
  return late >= 0 && late < HOUR + MINUTE ? new Date(due.getTime()) : undefined
}
