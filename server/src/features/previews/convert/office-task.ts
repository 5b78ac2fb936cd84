import type { ConversionFault } from '../../../conversion/limits.ts'

/** What the server and the office process say to each other, one line of JSON each. */

export interface OfficeTask {
  readonly source: string
  /** Written. */
  readonly pdf: string
  readonly ext: string
}

export type OfficeAnswer =
  | { readonly done: true }
  | { readonly reason: ConversionFault; readonly message: string }
