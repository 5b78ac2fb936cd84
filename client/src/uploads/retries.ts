import type { Failure } from './messages.ts'
import { type ItemWork, STORE_UNAVAILABLE_SUFFIX, UNAVAILABLE_SUFFIX } from './state.ts'

/**
 * Counts consecutive failures by step. Failures because of an unavailable service are counted separately, since they do
 * not end the step.
 */

type Retries = ItemWork['tries']

/**
 * Counts a failure. The unavailable counter has the key of the server or the store, whichever failed last, and
 * continues from the larger count, so that the backoff keeps growing.
 */
export function withRetry(
  before: Retries,
  step: string,
  { kind, store }: Failure,
): { readonly count: number; readonly tries: Retries } {
  if (kind !== 'unavailable') return withCount(before, step, before[step] ?? 0)
  const [server, external] = [`${step}${UNAVAILABLE_SUFFIX}`, `${step}${STORE_UNAVAILABLE_SUFFIX}`]
  const { [server]: s = 0, [external]: b = 0, ...others } = before
  return withCount(others, store ? external : server, Math.max(s, b))
}

const withCount = (tries: Retries, key: string, before: number) => ({
  count: before + 1,
  tries: { ...tries, [key]: before + 1 },
})

/**
 * Resets the counters of a successful step. A service that answered for one part is available for all parts, some of
 * which may not have been retried since.
 */
export function withoutRetries(before: Retries, step: string): Retries {
  const [kind] = step.split(' ')
  const isOver = (key: string) =>
    key === step || (key.endsWith(UNAVAILABLE_SUFFIX) && key.startsWith(`${kind} `))
  return Object.fromEntries(Object.entries(before).filter(([key]) => !isOver(key)))
}
