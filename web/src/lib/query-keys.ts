import type { Query } from '@tanstack/react-query'

/** Keys of the page's queries, so that a change event can invalidate them. */
export const queryKeys = {
  /** Who is signed in, and what they have yet to acknowledge; below it the notices. */
  session: ['session'],
  /** Pages of folder lists; the id is followed by order, filter and page. */
  folders: ['folder'],
  folder: (folderId: string) => ['folder', folderId],
  /** Folders in a folder, for trees. */
  subfolders: ['subfolders'],
  details: ['detail'],
  detail: (instanceId: string) => ['detail', instanceId],
  favorites: ['favorites'],
  /** Labels to choose from. */
  labels: ['labels'],
  /** What the search found: files, people, groups. */
  search: ['search'],
  /** Lists of groups, single groups, their members. */
  groups: ['groups'],
  trash: ['trash'],
  /** Internal shares: lists and recipients. */
  shares: ['shares'],
  /** External links: lists. */
  links: ['links'],
  /** What happened to items and in groups. */
  activity: ['activity'],
  comments: ['comments'],
  /** Who has access to an item, and why. */
  privileges: ['privileges'],
  jobs: ['jobs'],
  notifications: ['notifications'],
  capacity: ['capacity'],
  publicConfig: ['public-config'],
  /** The person's own settings. */
  settings: ['settings'],
} as const

/**
 * Whether a query shows one of these folders; a root is requested as "0" and its id is known from the reply.
 */
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
