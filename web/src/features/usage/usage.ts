import type { Instance } from '@clouddisk/contract/files'
import type { Reply } from '@clouddisk/contract/route'
import {
  LARGEST_MAX,
  type LargeFile,
  pageLargestFiles,
  queryCapacityDetail,
  USAGE_KINDS,
  type UsageKind,
} from '@clouddisk/contract/usage'
import { call } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** What the page asks for. Below the capacity: whatever changes that changes these too. */

export type Usage = Reply<typeof queryCapacityDetail>

export const usageQuery = (groupId: string | undefined) =>
  callQuery([...queryKeys.capacity, 'usage', groupId], queryCapacityDetail, groupId ? { groupId } : {})

export const VIEWS = ['files', 'folders', 'versions', 'trash', 'uploads'] as const
export type View = (typeof VIEWS)[number]
export const viewOf = (text: string | undefined): View => VIEWS.find((view) => view === text) ?? 'files'
export const kindOf = (text: string | undefined): UsageKind | undefined =>
  USAGE_KINDS.find((kind) => kind === text)

export interface LargestView {
  readonly groupId: string | undefined
  readonly by: 'total' | 'versions'
  readonly kind: UsageKind | undefined
}

/** Of the first page; the second has all the others, as the server reads the whole space for each. */
const FIRST_PAGE = 100

export const largestKey = ({ groupId, by, kind }: LargestView) => [
  ...queryKeys.capacity,
  'largest',
  groupId,
  by,
  kind,
]

export const fetchLargest = (
  { groupId, by, kind }: LargestView,
  cursor: string | undefined,
  signal: AbortSignal,
) =>
  call(
    pageLargestFiles,
    {
      by,
      pageSize: cursor ? LARGEST_MAX : FIRST_PAGE,
      ...(groupId && { groupId }),
      ...(kind && { kinds: [kind] }),
      ...(cursor && { cursor }),
    },
    { signal },
  )

/** Opens its folder with the item selected. */
export function openLocation(item: Instance): void {
  const navigation = extensionFor('navigation')
  void navigation?.openFolder(item.parentId, item.instanceId, navigation.areaOf(item))
}

/** Previews a file, or downloads it where it cannot be shown. */
export function openFile(file: LargeFile, siblings: readonly LargeFile[]): void {
  const preview = extensionFor('preview')
  if (preview) preview.open(file, siblings)
  else extensionFor('download')?.download([file])
}
