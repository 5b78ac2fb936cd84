import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { idsOf } from '@clouddisk/contract/shapes'
import { isId } from '../../db/ids.ts'
import { Refusal, refuse, refuseField, wordsOf } from '../../http/refusal.ts'

/** One line of a batch answer: what came of one item. */
export interface ItemResult {
  instanceId: string
  newId?: string
  instanceName?: string
  errcode: number
  errmsg: string
}

/** The ids of a batch call, each once; none or too many is refused as a whole. */
export function batchIds(list: string | readonly string[] | undefined, field: string): string[] {
  const ids = idsOf(list ?? []).map((id) => (isId(id) ? id.toLowerCase() : id))
  if (ids.length === 0) refuseField(field, 'missing')
  if (ids.length > LIMITS.batchMax) refuse('too_many_items', { limit: LIMITS.batchMax })
  return ids
}

export const succeeded = (
  instanceId: string,
  more: { newId?: string; instanceName?: string } = {},
): ItemResult => ({
  instanceId,
  ...more,
  errcode: 0,
  errmsg: '',
})

export function failed(
  instanceId: string,
  refusal: Refusal,
  language: Language,
  instanceName?: string,
): ItemResult {
  return {
    instanceId,
    ...(instanceName === undefined ? {} : { instanceName }),
    ...wordsOf(refusal, language),
  }
}

/** Runs one item's rules; its refusal becomes its line, anything else is our fault and stops the batch. */
export async function attempt(
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
