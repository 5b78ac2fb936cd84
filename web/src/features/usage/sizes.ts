import type { Reply } from '@clouddisk/contract/route'
import { querySizes } from '@clouddisk/contract/usage'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callInBatches } from '../../lib/batches.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** How much chosen files and folders are together. */
export type Sizes = Reply<typeof querySizes>

/**
 * The same with and without the kinds: the kept sums are shown while the kinds are counted. Of more items than a call takes,
 * the answers are added: so many are chosen in one folder only, where none lies in another.
 */
export const sizesQuery = (chosenIds: readonly string[], kinds: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.capacity, 'sizes', kinds, chosenIds],
    queryFn: async ({ signal }) => {
      const answers = await callInBatches(chosenIds, (instanceIds) =>
        call(querySizes, { instanceIds, kinds }, { signal }),
      )
      return answers.reduce(sumOfSizes)
    },
  })

function sumOfSizes(one: Sizes, other: Sizes): Sizes {
  const { versionsSize, kinds } = one
  return {
    fileCount: one.fileCount + other.fileCount,
    folderCount: one.folderCount + other.folderCount,
    fileSize: one.fileSize + other.fileSize,
    ...(versionsSize !== undefined &&
      other.versionsSize !== undefined && { versionsSize: versionsSize + other.versionsSize }),
    ...(kinds && {
      kinds: kinds.map(({ kind, fileSize, fileCount }) => {
        const more = other.kinds?.find((sum) => sum.kind === kind)
        return {
          kind,
          fileSize: fileSize + (more?.fileSize ?? 0),
          fileCount: fileCount + (more?.fileCount ?? 0),
        }
      }),
    }),
  }
}
