import { callerName } from '../../../lib/api.ts'
import { limits } from '../../../lib/limits.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'

/** When the person was told last that a rule has stopped a file, ms since the epoch; by their name. */
const keyOf = (userName: string | null) => `clouddisk.dlp-alert.${userName ?? ''}`

/**
 * Whether an alert is due: at most one in twelve hours (R250). What else is stopped says so in the list. Notes the time if
 * it is.
 */
export function isAlertDue(now = Date.now()): boolean {
  const key = keyOf(callerName())
  const since = now - Number(readStored(key) ?? Number.NEGATIVE_INFINITY)
  // Clocks are set back too.
  if (since >= 0 && since < limits().dlpAlertMs) return false
  writeStored(key, String(now))
  return true
}
