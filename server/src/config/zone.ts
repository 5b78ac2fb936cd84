import { TZDate } from '@date-fns/tz'

/** Days and times in the installation's time zone (`CLOUDDISK_TIME_ZONE`). */

/** The hour at which daily digests are sent. */
const DIGEST_HOUR = 8

/** The last digest time up to `now`; earlier events are in the digests sent then. */
export function lastDigestTime(now: Date, zone: string): Date {
  const morning = new TZDate(now, zone)
  morning.setHours(DIGEST_HOUR, 0, 0, 0)
  if (morning.getTime() > now.getTime()) morning.setDate(morning.getDate() - 1)
  return new Date(morning.getTime())
}

/** YYYY-MM-DD in the zone. */
export const dayIn = (zone: string, moment: string | number): string =>
  new TZDate(new Date(moment), zone).toISOString().slice(0, 10)

/** When the day of a moment begins, or a later day. */
export function startOfDay(zone: string, moment: Date, daysLater = 0): Date {
  const day = new TZDate(moment, zone)
  return new Date(new TZDate(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, zone).getTime())
}

/** The last millisecond of a day; undefined if there is no such day. Months count from 1. */
export function endOfDay(zone: string, year: number, month: number, day: number): Date | undefined {
  const start = new TZDate(year, month - 1, day, zone)
  if (start.getMonth() !== month - 1 || start.getDate() !== day) return undefined
  return new Date(new TZDate(year, month - 1, day, 23, 59, 59, 999, zone).getTime())
}

/** Local date and time as if they were UTC, for workbook cells, which have no zone. */
export const wallClock = (zone: string, moment: Date): Date =>
  new Date(`${new TZDate(moment, zone).toISOString().slice(0, 23)}Z`)
