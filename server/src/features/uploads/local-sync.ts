import { LOCAL_SYNC_SOURCE } from '@clouddisk/contract/devices'
import { ERRORS, type ErrorName } from '@clouddisk/contract/errors'
import type { SmallFileSaved } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors/refusal.ts'
import { noteSynced } from '../accounts/devices.ts'

/** Counts what local syncs upload: they use the calls of every upload, and say so by `sourceType` (G12, R223). */

interface Counts {
  readonly uploaded?: number
  readonly failed?: number
}

/** Runs a call of an upload, and counts its result, or its refusal, if a local sync makes it. */
export async function counted<T>(
  ctx: Context,
  actor: Actor,
  { sourceType }: { readonly sourceType?: string | undefined },
  work: () => Promise<T>,
  countsOf: (result: T) => Counts,
): Promise<T> {
  if (sourceType !== LOCAL_SYNC_SOURCE) return work()
  try {
    const result = await work()
    await note(ctx, actor, countsOf(result))
    return result
  } catch (error) {
    if (error instanceof Refusal && isFinal(error.errorName)) await note(ctx, actor, { failed: 1 })
    throw error
  }
}

/** The figures are for people to look at; no upload fails for them. */
const note = (ctx: Context, actor: Actor, counts: Counts): Promise<void> =>
  counts.uploaded || counts.failed
    ? noteSynced(ctx, actor, counts).catch((err) =>
        ctx.log.warn({ err }, 'an upload of a local sync could not be counted'),
      )
    : Promise.resolve()

/** Clients begin an upload anew whose session has ended. */
const BEGUN_ANEW: ReadonlySet<ErrorName> = new Set(['upload_gone', 'upload_ended'])

const isFinal = (name: ErrorName): boolean => !ERRORS[name].retryable && !BEGUN_ANEW.has(name)

const FINAL_CODES: ReadonlySet<number> = new Set(
  Object.entries(ERRORS).flatMap(([name, { code }]) => (isFinal(name as ErrorName) ? [code] : [])),
)

export const countsOfSave = ({ outcome }: { readonly outcome: string }): Counts => ({
  uploaded: outcome === 'skipped' ? 0 : 1,
})

export const countsOfBatch = ({ list }: { readonly list: readonly SmallFileSaved[] }): Counts => ({
  uploaded: list.filter(({ file }) => file && file.outcome !== 'skipped').length,
  failed: list.filter(({ errcode }) => FINAL_CODES.has(errcode)).length,
})
