import type { CallOptions } from '@clouddisk/client/http/call'
import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { checkUploadAble, queryUploadAuth, saveUpload, uploadFiles } from '@clouddisk/contract/uploads'
import type { Person } from '../person.ts'
import { ObjectRefused } from '../transfer.ts'

/** How clients of ours get through a moment without an answer: what changes nothing, or nothing more, is asked again. */

export interface Tally {
  calls: number
  /** Calls and parts that were made again, by why. */
  readonly again: Map<string, number>
}

export const newTally = (): Tally => ({ calls: 0, again: new Map() })

const TRIES = 8
const AGAIN_MS = 250
/** They change something, and the second time answer as the first. */
const REPEATABLE: ReadonlySet<string> = new Set([
  checkUploadAble.name,
  queryUploadAuth.name,
  saveUpload.name,
  uploadFiles.name,
])

export async function patiently<T>(
  tally: Tally,
  mayRepeat: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !mayRepeat(error)) throw error
      const why = reasonOf(error)
      tally.again.set(why, (tally.again.get(why) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * attempt))
    }
  }
}

export type Caller = Pick<Person, 'call'>

/** A person whose calls are made as the page's upload queue and query cache make them. */
export const patient = (person: Person, tally: Tally): Caller => ({
  call: <T extends Route>(route: T, input: Input<T>, options?: CallOptions): Promise<Reply<T>> =>
    patiently(
      tally,
      (error) => (route.changes && !REPEATABLE.has(route.name) ? isRefused(error) : isPassing(error)),
      () => {
        tally.calls++
        return person.call(route, input, options)
      },
    ),
})

/** Told by the server itself that nothing was done. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && ['unavailable', 'store_away', 'too_many_calls'].includes(error.name)

/** It may be otherwise in a moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof ObjectRefused && error.status >= 500) ||
  (error instanceof ApiError && (error.retryable || error.httpStatus >= 502)) ||
  (error instanceof TypeError && error.message === 'fetch failed')

function reasonOf(error: unknown): string {
  if (error instanceof ObjectRefused) return `part ${error.status}`
  if (error instanceof ApiError) return `${error.name} ${error.httpStatus}`
  return error instanceof Error ? error.constructor.name : String(error)
}
