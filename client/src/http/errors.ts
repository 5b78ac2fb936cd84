import { ERRORS, type ErrorName, errorNameOf } from '@clouddisk/contract/errors'

/** What a call can fail with; words for people come from the contract's catalogue. */

export interface ApiErrorFields {
  /** The envelope's `errcode`; the HTTP status where no envelope came. */
  code: number
  /** Empty where no envelope came. */
  message: string
  /** The envelope's `data`. */
  details?: unknown
  traceId?: string | undefined
  httpStatus: number
}

/** The server answered, and the answer is no. Branch on `name`, never on a text. */
export class ApiError extends Error {
  override readonly name: ErrorName | 'unknown'
  readonly code: number
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string | null
  readonly httpStatus: number
  /** Whether the same call may succeed when it is simply made again. */
  readonly retryable: boolean

  constructor(fields: ApiErrorFields) {
    super(fields.message)
    this.name = errorNameOf(fields.code) ?? 'unknown'
    this.code = fields.code
    this.details = isRecord(fields.details) ? fields.details : {}
    this.traceId = fields.traceId ?? null
    this.httpStatus = fields.httpStatus
    this.retryable = this.name === 'unknown' ? fields.httpStatus >= 500 : ERRORS[this.name].retryable
  }
}

/** Nothing was answered: no network, no server, or a connection cut in the middle. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The answer did not come in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Not signed in, or the link's session is gone; A§8 knows 302 for the same. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 401 || error.code === 302 || error.httpStatus === 401)

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
