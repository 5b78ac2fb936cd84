import type { Failure } from './messages.ts'
import { AWAY, STORE_AWAY, type Work } from './state.ts'

/** Failures in a row, by step: those that end it after a few, and those that are waited for. */

type Tries = Work['tries']

/** Whoever is away is told as the one that was away last, and the pauses go on growing. */
export function withOneMore(
  before: Tries,
  step: string,
  { kind, store }: Failure,
): { readonly count: number; readonly tries: Tries } {
  if (kind !== 'away') return counted(before, step, before[step] ?? 0)
  const [server, beside] = [`${step}${AWAY}`, `${step}${STORE_AWAY}`]
  const { [server]: s = 0, [beside]: b = 0, ...others } = before
  return counted(others, store ? beside : server, Math.max(s, b))
}

const counted = (tries: Tries, key: string, before: number) => ({
  count: before + 1,
  tries: { ...tries, [key]: before + 1 },
})

/** The step was answered. Whoever was away for one part is there for them all, and some may not have had their turn since. */
export function withNone(before: Tries, step: string): Tries {
  const [kind] = step.split(' ')
  const isOver = (key: string) => key === step || (key.endsWith(AWAY) && key.startsWith(`${kind} `))
  return Object.fromEntries(Object.entries(before).filter(([key]) => !isOver(key)))
}
