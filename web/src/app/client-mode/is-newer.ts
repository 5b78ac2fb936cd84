/** Whether a version such as 1.10.0 comes after another; numbers are compared from the left. */
export function isNewer(version: string, other: string): boolean {
  const [a, b] = [version, other].map((one) =>
    one.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0),
  )
  for (let at = 0; at < 3; at++) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
