import type { Query } from '@tanstack/react-query'

/** Names of what the page has asked the server for, so that whoever hears of a change knows what to ask again. */
export const queryKeys = {
  /** Pages of folders' lists; behind the id come order, filter and page. */
  folders: ['folder'],
  folder: (folderId: string) => ['folder', folderId],
  /** Folders in a folder, for trees. */
  subfolders: ['subfolders'],
  details: ['detail'],
  detail: (instanceId: string) => ['detail', instanceId],
  favorites: ['favorites'],
  /** Lists of groups, single groups, their members. */
  groups: ['groups'],
  trash: ['trash'],
  /** Internal shares: lists of them, and who has one. */
  shares: ['shares'],
  /** Who has access to an item, and why. */
  privileges: ['privileges'],
  jobs: ['jobs'],
  notifications: ['notifications'],
  capacity: ['capacity'],
  publicConfig: ['public-config'],
} as const

/** Whether a query shows one of these folders; a root is asked for as "0" and known by its id once answered. */
export function showsFolder(
  query: Pick<Query, 'queryKey' | 'state'>,
  folderIds: ReadonlySet<string>,
): boolean {
  const [kind, id] = query.queryKey
  if (kind !== 'folder' && kind !== 'subfolders') return false
  if (typeof id === 'string' && folderIds.has(id)) return true
  const data = query.state.data as { parent?: { instanceId?: string } } | undefined
  return data?.parent?.instanceId !== undefined && folderIds.has(data.parent.instanceId)
}
