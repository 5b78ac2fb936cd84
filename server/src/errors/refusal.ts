import { type BucketHolds, bucketHoldsWords } from '@clouddisk/contract/bucket-words'
import { contentKindText } from '@clouddisk/contract/content-kinds'
import { directoryFaultText } from '@clouddisk/contract/directory-words'
import {
  type BadFieldReason,
  codeOf,
  ERRORS,
  type ErrorName,
  errorText,
  type Language,
} from '@clouddisk/contract/errors'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { formatLimit } from '@clouddisk/contract/format'
import { importFaultText } from '@clouddisk/contract/import-words'
import { fullSpaceWords } from '@clouddisk/contract/quota-words'
import { type Unknown, unknownText } from '@clouddisk/contract/unknown-items'
import { CommitOutcomeUnknown, isDatabaseUnavailable, isDiskFull } from '../db/pool.ts'
import { StoreUnavailable } from '../objects/port.ts'

/** An error for the client, by its name in the contract's catalogue, which has its code, HTTP status and messages. */
export class Refusal extends Error {
  readonly errorName: ErrorName
  readonly details: Readonly<Record<string, unknown>>
  constructor(errorName: ErrorName, details: Readonly<Record<string, unknown>> = {}) {
    super(errorName)
    this.errorName = errorName
    this.details = details
  }
}

export function refuse(name: ErrorName, details?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(name, details)
}

/** 90000 for anything but files. Missing things and those that the caller may not see get the same error. */
export function refuseNotFound(what: Unknown): never {
  throw new Refusal('not_found', { what })
}

/** 20001 with the field and the reason. */
export function refuseField(field: string, reason: BadFieldReason): never {
  throw new Refusal('bad_field', { field, reason })
}

const RETRY_AFTER_SECONDS = 5

/** Clients retry these by themselves; the operator should know why. */
const TRANSIENT: ReadonlySet<ErrorName> = new Set(['unavailable', 'undecided', 'store_away'])
export const isTransientRefusal = ({ errorName }: Refusal): boolean => TRANSIENT.has(errorName)

/** The refusal for an error: itself, or one for an unavailable database or store. Undefined for internal errors. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return new Refusal('disk_full')
  if (error instanceof CommitOutcomeUnknown)
    return new Refusal('undecided', { retryAfter: RETRY_AFTER_SECONDS })
  if (error instanceof StoreUnavailable) return new Refusal('store_away', { retryAfter: RETRY_AFTER_SECONDS })
  if (isDatabaseUnavailable(error)) return new Refusal('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  return error instanceof AggregateError ? firstOfSeveral(error.errors) : undefined
}

/** The first refusal; undefined if one of the errors is internal. */
function firstOfSeveral(errors: readonly unknown[]): Refusal | undefined {
  const refusals = errors.map(toRefusal)
  return refusals.includes(undefined) ? undefined : refusals[0]
}

/** Code and message of a refusal, for the envelope and for items of a batch response. */
export function errorMessageOf(refusal: Refusal, language: Language): { errcode: number; errmsg: string } {
  const { errorName, details } = refusal
  if (errorName === 'not_found' && details.what !== undefined)
    return { errcode: codeOf(errorName), errmsg: unknownText(details.what as Unknown, language) }
  return {
    errcode: codeOf(errorName),
    errmsg: errorText(errorName, language, { ...details, ...placeholders() }),
  }

  function placeholders(): Record<string, string> {
    if (errorName === 'bad_field')
      return { reasonText: reasonText(details.reason as BadFieldReason, language) }
    if (errorName === 'import_unreachable' || errorName === 'import_answer')
      return { faultText: importFaultText(details, language) }
    if (errorName === 'file_kind_refused')
      return { kindText: contentKindText(String(details.kind), language) }
    if (errorName === 'over_80gb') return { limit: formatLimit(Number(details.limit)) }
    if (errorName === 'directory_failed') return { remedy: directoryFaultText(details, language) }
    if (errorName === 'quota_full') return fullSpaceWords(details, language)
    if (errorName === 'bucket_in_use')
      return { remedy: bucketHoldsWords(details as unknown as BucketHolds, language) }
    return {}
  }
}

export const httpStatusOf = (refusal: Refusal): number => ERRORS[refusal.errorName].http
