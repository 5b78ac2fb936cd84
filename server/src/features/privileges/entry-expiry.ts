import type { Context } from '../../context.ts'
import { refuseField } from '../../errors/refusal.ts'
import { readInstant } from '../../http/instant.ts'

/** The `expireTime` of a call as a moment; undefined: not given, null (an empty text): never. Refuses times that have passed. */
export function readEntryExpiry(
  ctx: Context,
  expireTime: string | null | undefined,
): Date | null | undefined {
  if (expireTime === undefined || expireTime === null) return undefined
  if (expireTime === '') return null
  const end = readInstant('expireTime', expireTime)
  if (end <= ctx.now()) refuseField('expireTime', 'range')
  return end
}
