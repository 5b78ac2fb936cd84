/** Sizes and badges as A§9 and B§9 print them. Pure. */

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** In lists: 1024 base, B to TB with 2 decimals (whole bytes), '--' when missing. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return '--'
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit]}`
}

/** A limit in a sentence, without needless decimals: 80 GB, 1.5 GB. */
export const formatLimit = (bytes: number): string =>
  formatSize(bytes).replace(/\.?0+(?= [A-Z]+$)/, (zeros) => (zeros.startsWith('.') ? '' : zeros))

/** 99+ above 99 (A§2). */
export const formatBadge = (count: number, max = 99): string => (count > max ? `${max}+` : String(count))

/** A count in an English sentence: `1 object`, `2 objects`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
