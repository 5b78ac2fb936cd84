/** The 96 times of a day at which a sync may run (B§2, C18). */

const SLOTS = 96
const MINUTES = 15

const timeOf = (slot: number): string => {
  const minutes = slot * MINUTES
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export const SYNC_TIMES: readonly string[] = Array.from({ length: SLOTS }, (_, slot) => timeOf(slot))

/** So that the computers of a company do not all begin at once. */
export const randomSyncTime = (): string => timeOf(Math.floor(Math.random() * SLOTS))
