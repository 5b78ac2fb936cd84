/**
 * A time zone where it is this hour, and stays it from here on: zones of this kind have no daylight saving time. A world keeps
 * the machine's clock, because its database and its disk stamp rows and files by that one; what depends on the hour of the
 * day goes by the zone alone.
 */
export function zoneAt(hour: number, now = new Date()): string {
  // Between 11 hours ahead of UTC and 12 behind. The sign of Etc zones counts the other way round.
  const ahead = ((hour - now.getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Well within the night, in which content is read again, and with hours to go until its end. */
export const NIGHT_HOUR = 1
