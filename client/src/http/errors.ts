import { ERRORS, type ErrorName, errorNameOf } from '@clouddisk/contract/errors'

/** Errors of a call. Texts for users come from the contract's error catalog. */

interface ApiErrorFields {
  /** `errcode` of the envelope, or the HTTP status if there was none. */
  code: number
  /** Empty without an envelope. */
  message: string
  /** `data` of the envelope. */
  details?: unknown
  traceId?: string | undefined
  httpStatus: number
}

/** The server answered with an error. Branch on `name`, never on the message. */
export class ApiError extends Error {
  override readonly name: ErrorName | 'unknown'
  readonly code: number
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string | null
  readonly httpStatus: number
  /** Whether repeating the same call may succeed. */
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

/** No response: no network, no server, or a broken connection. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** No response in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Not signed in, or the session of a link has ended. A§8 also uses 302 for this. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 401 || error.code === 302 || error.httpStatus === 401)

/** The browser has begun another sign-in, which is not finished. */
export const lacksSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.name === 'second_factor_required'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
