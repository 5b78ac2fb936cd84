import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { type ItemOutcome, idsOf } from '@clouddisk/contract/shapes'
import { isId } from '../db/ids.ts'
import { errorMessageOf, Refusal, refuse, refuseField } from '../errors/refusal.ts'

/** Result of one item of a batch call. */
export interface ItemResult {
  instanceId: string
  newId?: string
  instanceName?: string
  outcome?: ItemOutcome
  errcode: number
  errmsg: string
}

/** The ids of a batch call without duplicates. Refuses the whole call if there are none or too many. */
export function batchIds(list: string | readonly string[] | undefined, field: string): string[] {
  // Ids are lower-cased before duplicates are removed; otherwise an item could be moved onto itself.
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

/**
 * The item was left alone because its name is taken. Does not reveal the other item's spelling, which the
 * caller may not be allowed to see.
 */
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

/** Runs the work for one item. A refusal becomes the item's result; any other error aborts the batch. */
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
