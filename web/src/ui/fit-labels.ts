/** How many labels are shown in little space. Pure. */

export interface LabelSpace {
  /** For all of them, px. */
  readonly room: number
  readonly gap: number
  /** Of the number of those that are left out. */
  readonly more: number
}

/** Labels from the first on that fit with the number of the others; at least one, which is then truncated. */
export function fitLabels(widths: readonly number[], { room, gap, more }: LabelSpace): number {
  let used = 0
  let fitting = 0
  for (const [index, width] of widths.entries()) {
    used += width + (index > 0 ? gap : 0)
    const isLast = index === widths.length - 1
    if (used + (isLast ? 0 : gap + more) <= room) fitting = index + 1
  }
  return Math.max(fitting, Math.min(1, widths.length))
}
