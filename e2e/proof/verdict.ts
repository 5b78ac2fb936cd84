/** What the model answers to a call, in numbers of the specification (C section 3 "Error codes"). */

/** What came of one item of a call. */
export interface Line {
  readonly id: string
  readonly code: number
  /** Its name afterwards; absent where nothing says what it should be. */
  readonly name?: string
}
/** What came of one of many small files. */
export type FileLine =
  | { readonly code: number }
  | { readonly code: 0; readonly name: string; readonly outcome: string; readonly size: number }
/** What a call should answer. */
export type Verdict =
  | { readonly code: number; readonly reason?: string }
  | { readonly code: 0; readonly lines: readonly Line[] }
  | { readonly code: 0; readonly files: readonly FileLine[] }
  | { readonly code: 0; readonly name: string; readonly outcome?: string; readonly size?: number }
  | { readonly code: 0; readonly count: number; readonly size: number }

const CODES = {
  bad_field: 20001,
  name_taken: 40901,
  into_itself: 40902,
  is_a_folder: 40904,
  is_a_file: 40905,
  empty_folder: 40906,
  root_is_fixed: 40908,
  version_current: 40968,
  quota_full: 50002,
  not_found: 90000,
} as const

export const codeOf = (name: keyof typeof CODES): number => CODES[name]

export class Refused extends Error {
  readonly code: number
  readonly reason: string | undefined
  constructor(name: keyof typeof CODES, reason?: string) {
    super(name)
    this.code = CODES[name]
    this.reason = reason
  }
}
export function refuse(name: keyof typeof CODES, reason?: string): never {
  throw new Refused(name, reason)
}
