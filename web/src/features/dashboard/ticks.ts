/** Round numbers of bytes for an axis from 0 to at least `most`: four or five steps of 1, 2 or 5 times a power of ten of the unit. */
export function byteTicks(most: number): number[] {
  let unit = 1
  while (most / unit >= 1024) unit *= 1024
  const rough = most / unit / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? power
  // Nothing there, or less than a byte a step: the axis says 0 and the first whole one.
  if (unit === 1 && step < 1) return [0, 1]
  const count = Math.max(1, Math.ceil(most / unit / step))
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step * unit))
}
