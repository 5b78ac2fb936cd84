import type { Instance } from '@clouddisk/contract/files'
import { BASE_PATH } from '@clouddisk/contract/route'
import { sessionQuery } from '../features/accounts/session.ts'
import type { FilesArea } from '../lib/extension-points.ts'
import { queryClient } from '../lib/query-client.ts'

/** Addresses of the file areas. */

export const ADDRESS = {
  personal: '/personalFile',
  group: '/groupFile',
  share: '/fileShare',
} as const satisfies Record<FilesArea, string>

/**
 * Items with a group id are in a group; other items outside the caller's own root were received in a share.
 */
export function areaOfItem(item: Pick<Instance, 'groupId' | 'instanceFullPathId'>): FilesArea {
  if (item.groupId !== null) return 'group'
  const own = queryClient.getQueryData(sessionQuery.queryKey)?.rootId
  return own === undefined || item.instanceFullPathId.split('/')[0] === own ? 'personal' : 'share'
}

export const folderSearch = (
  folderId: string,
  select?: string,
  tab?: string,
): { readonly folder?: string; readonly select?: string; readonly tab?: string } => ({
  ...(folderId !== '0' && folderId !== '' && { folder: folderId }),
  ...(select !== undefined && { select }),
  ...(tab !== undefined && { tab }),
})

export function itemHref(item: Instance): string {
  const url = new URL(BASE_PATH + ADDRESS[areaOfItem(item)].slice(1), location.origin)
  for (const [key, value] of Object.entries(folderSearch(item.parentId, item.instanceId)))
    url.searchParams.set(key, value)
  return url.href
}
