import { LIMITS } from '@clouddisk/contract/limits'
import { formatDayInput, parseDay } from '../../ui/date-field.tsx'

/** Sizes, days and rates as forms write them. Pure. */

const GB = LIMITS.groupUnit
const MB = 1024 * 1024

/** Bytes as GB, to the fourth place: `84.2`. */
export const gbText = (bytes: number): string => String(Number((bytes / GB).toFixed(4)))
/** The bytes that a text in GB means; undefined where it means none. */
export const bytesOfGb = (text: string): number | undefined => bytesOf(text, GB)

/** Bytes a second as MB a second, to the fifth place: `0.0625`. */
export const rateText = (bytes: number): string => String(Number((bytes / MB).toFixed(5)))
export const bytesOfRate = (text: string): number | undefined => bytesOf(text, MB)

function bytesOf(text: string, unit: number): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(trimmed)) return undefined
  const bytes = Math.round(Number(trimmed) * unit)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** The last moment of the day that is written, for what is valid through it. */
export function endOfTypedDay(text: string): string | undefined {
  const day = parseDay(text)
  return day && new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59, 59, 999).toISOString()
}

export const dayInputOf = (iso: string): string => formatDayInput(new Date(iso))

/** Whether a written day is over. */
export const isPast = (text: string, now = new Date()): boolean => {
  const end = endOfTypedDay(text)
  return end !== undefined && new Date(end) < now
}
