/** Numbers of rows for people to read: 2–4, 7. Ascending. */
export function formatRowRanges(rows: readonly number[], comma: string): string {
  const ranges: [from: number, to: number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last && row === last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(comma)
}
