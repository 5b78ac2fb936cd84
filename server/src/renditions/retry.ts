import { DAY } from '@clouddisk/contract/time'
import type { Converter } from './converter.ts'
import type { RenditionRow } from './store.ts'
import type { Failure } from './types.ts'

const PASSING: ReadonlySet<Failure> = new Set(['timeout', 'missing', 'crashed'])
/** Whether a failure may have other causes than the file; it is tried again a day later. */
export const mayPass = (reason: Failure): boolean => PASSING.has(reason)
const TRIED_AGAIN_MS = DAY
/** All others: what looked like a broken file may have been a lack of memory or disk. */
const TRIED_MUCH_LATER_MS = 30 * DAY

/** Whether a conversion that failed is tried again now that somebody asks for it. */
export function isTriedAgain(
  { converterVersion, reason, finishedAt }: RenditionRow,
  { version }: Converter,
  now: Date,
): boolean {
  if (converterVersion < version) return true
  const since = finishedAt?.getTime() ?? 0
  const pause = reason !== null && mayPass(reason) ? TRIED_AGAIN_MS : TRIED_MUCH_LATER_MS
  return since < now.getTime() - pause
}
