import type { Context } from '../../context.ts'
import { currentRequestContext } from '../../db/request-context.ts'
import { Refusal, toRefusal } from '../../errors/refusal.ts'

/**
 * What a line of a batch says when it failed, whosever fault it is: the answer has what the other lines made, such as
 * passwords that are told once, and one bad moment must not lose it.
 */
export function rowRefusal(ctx: Context, error: unknown): Refusal {
  const refusal = toRefusal(error)
  if (refusal) return refusal
  const traceId = currentRequestContext()?.traceId ?? ''
  ctx.log.error({ err: error, traceId }, 'an entry of a batch failed')
  return new Refusal('internal', { traceId })
}
