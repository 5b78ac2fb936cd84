import { setTimeout as delay } from 'node:timers/promises'
import { DAY } from '@clouddisk/contract/time'

/**
 * For tests of figures that are kept by day, days being UTC's: the database has the machine's clock, which no test can stop. Where
 * the day is over within half a minute it begins with the next.
 */
export async function dayAhead(): Promise<void> {
  const left = DAY - (Date.now() % DAY)
  if (left < 30_000) await delay(left)
}
