import { type ActivityGroup, pageActivity, pageGroupActivity } from '@clouddisk/contract/activity'
import { type Instance, queryInstanceDetail } from '@clouddisk/contract/files'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { showError } from '../../ui/failures.ts'
import { t } from './strings.ts'

/** Queries of activity; the changes feed refetches what is shown. */

/** A file or folder, or a group. */
export type ActivitySubject =
  | { readonly item: Pick<Instance, 'instanceId' | 'classifierId'> }
  | { readonly groupId: string; readonly onLeave: () => void }

export interface ActivityFilter {
  readonly kinds?: ActivityGroup
  readonly person?: { readonly userId: string; readonly name: string }
}

export function useActivity(subject: ActivitySubject, { kinds, person }: ActivityFilter) {
  const id = 'item' in subject ? subject.item.instanceId : subject.groupId
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.activity, id, kinds, person?.userId],
    queryFn: ({ pageParam, signal }) => {
      const asked = {
        ...(kinds && { kinds: [kinds] }),
        ...(person && { actorId: person.userId }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }
      return 'item' in subject
        ? call(pageActivity, { instanceId: id, ...asked }, { signal })
        : call(pageGroupActivity, { groupId: id, ...asked }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const list = data?.pages.flatMap((page) => page.list)
  // A page may have nothing that the filter lets pass, or that the reader may see.
  const isLooking = list?.length === 0 && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage()
  }, [isLooking, isFetching, fetchNextPage])
  return { query, list: isLooking ? undefined : list, keptDays: data?.pages[0]?.keptDays ?? 0 }
}

/** Opens a folder; shows where a file is. */
export async function openItem(instanceId: string): Promise<void> {
  try {
    const item = await call(queryInstanceDetail, { instanceId })
    const navigation = extensionFor('navigation')
    const area = navigation?.areaOf(item)
    if (item.classifierId === 'Folder') await navigation?.openFolder(item.instanceId, undefined, area)
    else await navigation?.openFolder(item.parentId, item.instanceId, area)
  } catch (error) {
    showError(t('notOpened'), error)
  }
}
