/** What was measured, round by round, and what is expected of it. */

export interface Figure {
  readonly name: string
  readonly unit: Unit
  /** One value a round, all of them. */
  readonly ours: readonly number[]
  /** What it is compared with, measured in the same rounds. */
  readonly other?: { readonly name: string; readonly values: readonly number[] }
  readonly line?: Line
  /** Limit of `ours` itself rather than of the ratio. */
  readonly absolute?: boolean
}

export type Unit = 'MiB/s' | 'files/s' | 'acts/s' | 'visits/s' | 'ms' | 's' | 'MB'
export interface Line {
  readonly is: 'at least' | 'at most'
  readonly value: number
}

export const atLeast = (value: number): Line => ({ is: 'at least', value })
export const atMost = (value: number): Line => ({ is: 'at most', value })

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Ours over the other's, within each round. */
export const ratios = ({ ours, other }: Figure): number[] =>
  other ? ours.map((value, round) => value / (other.values[round] ?? Number.NaN)) : []

/** Whether the median stands on the right side of its line; undefined without one. */
export function reached(figure: Figure): boolean | undefined {
  const { line } = figure
  if (!line) return undefined
  const value = median(figure.absolute ? figure.ours : ratios(figure))
  return line.is === 'at least' ? value >= line.value : value <= line.value
}

const HEADINGS = ['', 'Clouddisk', 'beside it', 'ratio', 'line', '']

/** A Markdown table: medians, with the smallest and the largest round behind them. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEADINGS, ...figures.map(cells)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const rule = widths.map((width, column) => '-'.repeat(width) + (isNumber(column) ? ':' : '-'))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, isNumber(column))).join(' | ')} |`
  return [line(HEADINGS), `|-${rule.join('|-')}|`, ...rows.slice(1).map(line)].join('\n')
}

const isNumber = (column: number): boolean => column > 0 && column < 5
const pad = (cell: string, width: number, right: boolean): string =>
  right ? cell.padStart(width) : cell.padEnd(width)

function cells(figure: Figure): string[] {
  const { name, unit, ours, other, line } = figure
  const verdict = reached(figure)
  return [
    name,
    medianAndRange(ours, unit),
    other ? `${other.name} ${medianAndRange(other.values, unit)}` : '',
    other ? medianAndRange(ratios(figure)) : '',
    line ? `${line.is} ${line.value}${figure.absolute ? ` ${unit}` : ''}` : '',
    verdict === undefined ? '' : verdict ? 'reached' : 'MISSED',
  ]
}

function medianAndRange(values: readonly number[], unit?: Unit): string {
  const text = `${round(median(values))}${unit ? ` ${unit}` : ''}`
  return values.length > 1 ? `${text} (${round(Math.min(...values))}–${round(Math.max(...values))})` : text
}

/** Three digits that mean something. */
function round(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return value.toFixed(digits)
}
