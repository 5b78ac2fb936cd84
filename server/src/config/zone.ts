import { TZDate } from '@date-fns/tz'

/** Days and times as they are where the people of this installation are (`CLOUDDISK_TIME_ZONE`). */

/** When the day's mails leave. */
const DIGEST_HOUR = 8

/** The last morning of the zone up to now: what happened before it is in the mails that left then. */
export function lastDigestTime(now: Date, zone: string): Date {
  const morning = new TZDate(now, zone)
  morning.setHours(DIGEST_HOUR, 0, 0, 0)
  if (morning.getTime() > now.getTime()) morning.setDate(morning.getDate() - 1)
  return new Date(morning.getTime())
}

/** YYYY-MM-DD there. */
export const dayIn = (zone: string, moment: string | number): string =>
  new TZDate(new Date(moment), zone).toISOString().slice(0, 10)

/** The last millisecond of a day there; undefined where the calendar has no such day. Months count from 1. */
export function endOfDay(zone: string, year: number, month: number, day: number): Date | undefined {
  const start = new TZDate(year, month - 1, day, zone)
  if (start.getMonth() !== month - 1 || start.getDate() !== day) return undefined
  return new Date(new TZDate(year, month - 1, day, 23, 59, 59, 999, zone).getTime())
}

/** The date and time there as if they were UTC's: cells of a workbook have no zone. */
export const wallClock = (zone: string, moment: Date): Date =>
  new Date(`${new TZDate(moment, zone).toISOString().slice(0, 23)}Z`)
