import { parseDay } from '../../ui/date-field.tsx'

/** When a share ends: for as long as it stands, after some days, or on a day of one's choice, at the day's end here. */

export const PRESETS = ['forever', '7', '30', 'custom'] as const
export type ExpiryPreset = (typeof PRESETS)[number]

export interface Expiry {
  readonly preset: ExpiryPreset
  /** As it is typed, where it is `custom`. */
  readonly day: string
}

const endOfDay = (day: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59, 59, 999)

/**
 * The moment in which it ends, null for none; undefined where what was typed is no day to come.
 * @param latest when the giver's own access ends: nothing it gives lasts longer.
 */
export function expiryTime({ preset, day }: Expiry, now: Date, latest?: Date): Date | null | undefined {
  if (preset === 'forever') return latest ?? null
  const last =
    preset === 'custom'
      ? parseDay(day)
      : new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(preset))
  const end = last && endOfDay(last)
  if (!end || end <= now) return undefined
  return latest && latest < end ? latest : end
}
