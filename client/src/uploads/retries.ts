import type { Failure } from './messages.ts'
import { type ItemWork, STORE_UNAVAILABLE_SUFFIX, UNAVAILABLE_SUFFIX } from './state.ts'

/** Failures in a row, by step: those that end it after a few, and those that are waited for. */

type Retries = ItemWork['tries']

/** Whoever is away is told as the one that was away last, and the pauses go on growing. */
export function withRetry(
  before: Retries,
  step: string,
  { kind, store }: Failure,
): { readonly count: number; readonly tries: Retries } {
  if (kind !== 'unavailable') return withCount(before, step, before[step] ?? 0)
  const [server, beside] = [`${step}${UNAVAILABLE_SUFFIX}`, `${step}${STORE_UNAVAILABLE_SUFFIX}`]
  const { [server]: s = 0, [beside]: b = 0, ...others } = before
  return withCount(others, store ? beside : server, Math.max(s, b))
}

const withCount = (tries: Retries, key: string, before: number) => ({
  count: before + 1,
  tries: { ...tries, [key]: before + 1 },
})

/** The step was answered. Whoever was away for one part is there for them all, and some may not have had their turn since. */
export function withoutRetries(before: Retries, step: string): Retries {
  const [kind] = step.split(' ')
  const isOver = (key: string) =>
    key === step || (key.endsWith(UNAVAILABLE_SUFFIX) && key.startsWith(`${kind} `))
  return Object.fromEntries(Object.entries(before).filter(([key]) => !isOver(key)))
}
