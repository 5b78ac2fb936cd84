import type { ErrorName } from '@clouddisk/contract/errors'
import { ApiError, isUnauthorized, NetworkError, TimeoutError } from '../http/errors.ts'
import type { Failure } from './messages.ts'
import type { TaskKind } from './state.ts'

/** Errors of calls, stores and files, and their conversion to failures of the machine. */

/** The store answered with an error: HTTP status and S3 code. */
export class ObjectCallError extends Error {
  override readonly name = 'ObjectError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A request to an external store failed; `cause` is the error. */
export class ExternalStoreError extends Error {
  override readonly name = 'BesideError'
}

/** An object call could not be authorized; `cause` is the error. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError'
}

/** The page does not have the item's file. */
export class NoFileError extends Error {
  override readonly name = 'NoFileError'
}

/** The policy that the page was loaded with forbids requests to the store, e.g. because the store was added later. */
export class PageTooOldError extends Error {
  override readonly name = 'PageTooOldError'
}

/** The file can no longer be read. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

export function failureOf(error: unknown, kind: TaskKind): Failure {
  if (error instanceof AuthorizationError) return { ...failureOf(error.cause, kind), step: 'auth' }
  if (error instanceof ExternalStoreError) return { ...failureOf(error.cause, kind), store: true }
  if (error instanceof ApiError) return apiFailure(error)
  if (error instanceof ObjectCallError) return objectFailure(error)
  return { ...NO_DETAILS, kind: kindOf(error, kind), details: { reason: String(error) } }
}

const NO_DETAILS: Omit<Failure, 'kind'> = {
  step: 'call',
  name: null,
  errcode: null,
  message: null,
  details: {},
  traceId: null,
  store: false,
}

function kindOf(error: unknown, kind: TaskKind): Failure['kind'] {
  if (error instanceof NetworkError) return 'network'
  if (error instanceof TimeoutError) return 'timeout'
  if (error instanceof NoFileError) return 'noFile'
  if (error instanceof PageTooOldError) return 'pageTooOld'
  if (error instanceof UnreadableError || isUnreadable(error)) return 'unreadable'
  if (kind !== 'hash') return 'server'
  return isOutOfMemory(error) ? 'memory' : 'hash'
}

/** The file was removed, changed or locked after it was chosen. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && ['NotReadableError', 'NotFoundError', 'SecurityError'].includes(error.name)

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RangeError' || /memory/i.test(error.message))

/** Name and S3 code of an unavailable store. The server's own object calls use the S3 code. */
const STORE_UNAVAILABLE: ErrorName = 'store_away'
const STORE_UNAVAILABLE_CODE = 'ServiceUnavailable'
/** A service behind the server is unavailable, or the server behind its proxy. */
const UNAVAILABLE_NAMES: ReadonlySet<string> = new Set<ErrorName>([
  'unavailable',
  'undecided',
  STORE_UNAVAILABLE,
])
const UNAVAILABLE_STATUS: readonly number[] = [502, 503, 504]

/** Temporary errors: retried automatically. */
const RETRYABLE_NAMES: ReadonlySet<string> = new Set<ErrorName>([
  'storage_failed',
  'internal',
  'changed_meanwhile',
  'too_many_tries',
  'too_many_calls',
])

function apiFailure(error: ApiError): Failure {
  return {
    kind: apiKind(error),
    step: 'call',
    name: error.name === 'unknown' ? null : error.name,
    errcode: error.code,
    message: error.message || null,
    details: error.details,
    traceId: error.traceId,
    store: error.name === STORE_UNAVAILABLE,
  }
}

function apiKind(error: ApiError): Failure['kind'] {
  if (isUnauthorized(error)) return 'signedOut'
  if (error.name === 'upload_gone') return 'gone'
  if (error.name === 'parts_missing') return 'parts'
  if (
    UNAVAILABLE_NAMES.has(error.name) ||
    (error.name === 'unknown' && UNAVAILABLE_STATUS.includes(error.httpStatus))
  )
    return 'unavailable'
  return error.httpStatus >= 500 || RETRYABLE_NAMES.has(error.name) ? 'server' : 'refused'
}

function objectFailure({ status, code, message }: ObjectCallError): Failure {
  return {
    ...NO_DETAILS,
    kind: isFull(status, code) ? 'refused' : objectKind(status, code),
    // A fresh authorization was refused: another one may succeed.
    step: status === 401 || status === 403 ? 'auth' : 'call',
    name: isFull(status, code) ? 'disk_full' : code === 'UploadEnded' ? 'upload_ended' : null,
    details: { status, code, message },
    store: code === STORE_UNAVAILABLE_CODE,
  }
}

/** External stores report a full disk in their own ways. */
const isFull = (status: number, code: string): boolean => status === 507 || code === 'QuotaExceeded'

const BAD_PARTS_CODES = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall']
const RETRYABLE_CODES = ['OperationAborted', 'RequestTimeout', 'BadDigest', 'IncompleteBody']

function objectKind(status: number, code: string): Failure['kind'] {
  if (BAD_PARTS_CODES.includes(code)) return 'parts'
  if (RETRYABLE_CODES.includes(code)) return 'server'
  if (status === 404) return 'gone'
  if (status === 409) return 'changed'
  if (UNAVAILABLE_STATUS.includes(status)) return 'unavailable'
  const later = status >= 500 || status < 400 || [401, 403, 408, 429].includes(status)
  return later ? 'server' : 'refused'
}
