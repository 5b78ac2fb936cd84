import { type BucketHolds, bucketHoldsWords } from '@clouddisk/contract/bucket-words'
import {
  type BadFieldReason,
  codeOf,
  ERRORS,
  type ErrorName,
  errorText,
  type Language,
  reasonText,
} from '@clouddisk/contract/errors'
import { fullSpaceWords } from '@clouddisk/contract/quota-words'
import { type Unknown, unknownText } from '@clouddisk/contract/unknown-items'
import { CommitOutcomeUnknown, isDatabaseUnavailable, isDiskFull } from '../db/pool.ts'
import { StoreAway } from '../objects/port.ts'

/** A refusal by name; the catalogue has its number, its status and its words. */
export class Refusal extends Error {
  readonly refused: ErrorName
  readonly details: Readonly<Record<string, unknown>>
  constructor(refused: ErrorName, details: Readonly<Record<string, unknown>> = {}) {
    super(refused)
    this.refused = refused
    this.details = details
  }
}

export function refuse(name: ErrorName, details?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(name, details)
}

/** 90000 of something that is no file: what is not there and what the caller may not know of are answered alike. */
export function refuseUnknown(what: Unknown): never {
  throw new Refusal('not_found', { what })
}

/** 20001: which field, and why. */
export function refuseField(field: string, reason: BadFieldReason): never {
  throw new Refusal('bad_field', { field, reason })
}

const OVERLOAD_SECONDS = 5

/** Callers come again by themselves: why they have to is for whoever runs the server to know. */
const PASSING: ReadonlySet<ErrorName> = new Set(['unavailable', 'undecided', 'store_away'])
export const isPassing = ({ refused }: Refusal): boolean => PASSING.has(refused)

/** A refusal as it was thrown, or of a database or store that is too busy or away now; undefined for what is our fault. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return new Refusal('disk_full')
  if (error instanceof CommitOutcomeUnknown) return new Refusal('undecided', { retryAfter: OVERLOAD_SECONDS })
  if (error instanceof StoreAway) return new Refusal('store_away', { retryAfter: OVERLOAD_SECONDS })
  if (isDatabaseUnavailable(error)) return new Refusal('unavailable', { retryAfter: OVERLOAD_SECONDS })
  return error instanceof AggregateError ? ofSeveral(error.errors) : undefined
}

/** The first, unless one of them is our fault. */
function ofSeveral(errors: readonly unknown[]): Refusal | undefined {
  const refusals = errors.map(asRefusal)
  return refusals.includes(undefined) ? undefined : refusals[0]
}

/** The number and words of a refusal, for the envelope and for one line of a batch answer. */
export function wordsOf(refusal: Refusal, language: Language): { errcode: number; errmsg: string } {
  const { refused, details } = refusal
  if (refused === 'not_found' && details.what !== undefined)
    return { errcode: codeOf(refused), errmsg: unknownText(details.what as Unknown, language) }
  return { errcode: codeOf(refused), errmsg: errorText(refused, language, { ...details, ...placeholders() }) }

  function placeholders(): Record<string, string> {
    if (refused === 'bad_field') return { reasonText: reasonText(details.reason as BadFieldReason, language) }
    if (refused === 'quota_full') return fullSpaceWords(details, language)
    if (refused === 'bucket_in_use')
      return { remedy: bucketHoldsWords(details as unknown as BucketHolds, language) }
    return {}
  }
}

export const statusOf = (refusal: Refusal): number => ERRORS[refusal.refused].http
