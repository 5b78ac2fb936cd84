import type { Kind } from './kinds.ts'

/** What came of a round, and how it is told. */

export interface Report {
  readonly kind: Kind
  readonly story: string
  readonly acknowledged: number
  readonly undecided: number
  readonly happened: number
  readonly uploads: number
  /** Of these, what came many in a call. */
  readonly together: number
  readonly downloads: number
  readonly refused: number
  readonly bytes: number
  /** Bytes that people brought to the store themselves. */
  readonly direct: number
  readonly answers: number
  /** Answers that told to come again. */
  readonly later: number
  /** From the fault until all answered again. */
  readonly backMs: number
  readonly ms: number
  /** Objects that were spoiled. */
  readonly planted: number
}

export const NOTHING = {
  acknowledged: 0,
  undecided: 0,
  happened: 0,
  direct: 0,
  downloads: 0,
  refused: 0,
  answers: 0,
  later: 0,
  backMs: 0,
}

export const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

export const told = (report: Report): string =>
  `${report.story}, all well after ${report.backMs} ms: ${summary([report])}`

export function summary(reports: readonly Report[]): string {
  const of = (pick: (report: Report) => number) => reports.reduce((total, one) => total + pick(one), 0)
  const seconds = of((one) => one.ms) / 1000
  return [
    ...(reports.length > 1 ? [`${reports.length} rounds`] : []),
    `${of((one) => one.acknowledged)} operations and ${of((one) => one.uploads)} uploads acknowledged and there, ${of((one) => one.together)} of these many in a call`,
    ...(of((one) => one.direct) > 0 ? [`${mb(of((one) => one.direct))} brought straight to the store`] : []),
    `${of((one) => one.undecided)} cut off (${of((one) => one.happened)} of them whole, the rest not at all)`,
    `${of((one) => one.downloads)} downloads right and ${of((one) => one.refused)} refused`,
    `${mb(of((one) => one.bytes))} compared`,
    `${of((one) => one.later)} of ${of((one) => one.answers)} answers told to come again`,
    `${seconds.toFixed(1)} s`,
  ].join(', ')
}
