import { queryNamesakes } from '@clouddisk/contract/files'
import type { Reply } from '@clouddisk/contract/route'
import { call } from '../../../lib/api.ts'
import { callInBatches } from '../../../lib/batches.ts'

type TakenNames = Reply<typeof queryNamesakes>

/** Queries which of these names are taken in a folder, in batches. */
export async function queryTakenNames(parentId: string, names: readonly string[]): Promise<TakenNames> {
  const ask = (some: readonly string[]) => call(queryNamesakes, { parentId, names: [...some] })
  return (await callInBatches([...new Set(names)], ask)).flat()
}
