import { TZDate } from '@date-fns/tz'

/** Days and mornings where the people of this installation are. */

/** When the day's mails leave. */
const MORNING_HOUR = 8

/** The last morning of the zone up to now: what happened before it is in the mails that left then. */
export function lastMorning(now: Date, zone: string): Date {
  const morning = new TZDate(now, zone)
  morning.setHours(MORNING_HOUR, 0, 0, 0)
  if (morning.getTime() > now.getTime()) morning.setDate(morning.getDate() - 1)
  return new Date(morning.getTime())
}

/** YYYY-MM-DD there. */
export const dayIn = (zone: string, moment: string): string =>
  new TZDate(moment, zone).toISOString().slice(0, 10)
