import type { moveInstances } from '@clouddisk/contract/files'
import type { Reply } from '@clouddisk/contract/route'
import { limits } from './limits.ts'

/** Calls over many items, and the result of each. */

/** One line of a batch answer. */
export type ItemResult = Reply<typeof moveInstances>['list'][number]

export interface NamedItem {
  readonly instanceId: string
  readonly instanceName: string
}

export interface ItemFailure<I extends NamedItem = NamedItem> {
  readonly item: I
  readonly errcode: number
  readonly errmsg: string
}

/** Runs a call over many ids in batches of the allowed size; returns the replies in order. */
export async function callInBatches<R>(
  ids: readonly string[],
  call: (some: string[]) => Promise<R>,
  size: number = limits().batchMax,
): Promise<R[]> {
  const answers: R[] = []
  for (let start = 0; start < ids.length; start += size)
    answers.push(await call(ids.slice(start, start + size)))
  return answers
}

/** Splits reply lines into succeeded and failed items. */
export function sortResults<I extends NamedItem>(
  items: readonly I[],
  answers: readonly { readonly list: readonly ItemResult[] }[],
): { done: { item: I; result: ItemResult }[]; failed: ItemFailure<I>[] } {
  const byId = new Map(answers.flatMap(({ list }) => list).map((result) => [result.instanceId, result]))
  const done: { item: I; result: ItemResult }[] = []
  const failed: ItemFailure<I>[] = []
  for (const item of items) {
    const result = byId.get(item.instanceId)
    if (!result) continue
    if (result.errcode === 0) done.push({ item, result })
    else failed.push({ item, errcode: result.errcode, errmsg: result.errmsg })
  }
  return { done, failed }
}

/** Groups items by parent folder. */
export const groupByParent = <I extends { readonly parentId: string }>(
  items: readonly I[],
): Map<string, I[]> => Map.groupBy(items, (item) => item.parentId)
