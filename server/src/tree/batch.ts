import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { type ItemOutcome, idsOf } from '@clouddisk/contract/shapes'
import { isId } from '../db/ids.ts'
import { errorMessageOf, Refusal, refuse, refuseField } from '../errors/refusal.ts'

/** One line of a batch answer: what came of one item. */
export interface ItemResult {
  instanceId: string
  newId?: string
  instanceName?: string
  outcome?: ItemOutcome
  errcode: number
  errmsg: string
}

/** The ids of a batch call, each once; none or too many is refused as a whole. */
export function batchIds(list: string | readonly string[] | undefined, field: string): string[] {
  // Spelled alike before each counts once: one that came twice would be moved onto itself.
  const ids = [...new Set(idsOf(list ?? []).map((id) => (isId(id) ? id.toLowerCase() : id)))]
  if (ids.length === 0) refuseField(field, 'missing')
  if (ids.length > LIMITS.batchMax) refuse('too_many_items', { limit: LIMITS.batchMax })
  return ids
}

export const succeeded = (
  instanceId: string,
  more: Pick<ItemResult, 'newId' | 'instanceName' | 'outcome'> = {},
): ItemResult => ({
  instanceId,
  ...more,
  errcode: 0,
  errmsg: '',
})

/** Left where it is because of its namesake, as was asked for; how that one is spelled is not everybody's to know. */
export const skipped = (instanceId: string, { name }: { name: string }): ItemResult =>
  succeeded(instanceId, { instanceName: name, outcome: 'skipped' })

export function failed(
  instanceId: string,
  refusal: Refusal,
  language: Language,
  instanceName?: string,
): ItemResult {
  return {
    instanceId,
    ...(instanceName === undefined ? {} : { instanceName }),
    ...errorMessageOf(refusal, language),
  }
}

/** Runs one item's rules; its refusal becomes its line, anything else is our fault and stops the batch. */
export async function attemptItem(
  instanceId: string,
  language: Language,
  work: () => Promise<ItemResult>,
): Promise<ItemResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return failed(instanceId, error, language)
    throw error
  }
}
