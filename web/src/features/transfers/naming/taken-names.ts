import { queryNamesakes } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Reply } from '@clouddisk/contract/route'
import { call } from '../../../lib/api.ts'

type TakenNames = Reply<typeof queryNamesakes>

/** Which of these names are taken in a folder, however many they are. */
export async function takenNames(parentId: string, names: readonly string[]): Promise<TakenNames> {
  const different = [...new Set(names)]
  const taken: TakenNames = []
  for (let start = 0; start < different.length; start += LIMITS.batchMax) {
    const some = different.slice(start, start + LIMITS.batchMax)
    taken.push(...(await call(queryNamesakes, { parentId, names: some })))
  }
  return taken
}
