import type { Crumb } from '@clouddisk/contract/files'

/** Known folder paths, so that the breadcrumb is shown before the list is loaded. */
const paths = new Map<string, readonly Crumb[]>()

export function rememberPath(folderId: string, path: readonly Crumb[]): void {
  paths.set(folderId, path)
  // Paths of the ancestors are known too.
  path.forEach((crumb, index) => {
    paths.set(crumb.instanceId, path.slice(0, index + 1))
  })
}

/** Stores the path of a folder about to be opened from a known one. */
export function rememberFolder(parentId: string, folder: Crumb): void {
  const parent = paths.get(parentId)
  if (parent && !paths.has(folder.instanceId)) paths.set(folder.instanceId, [...parent, folder])
}

export const knownPath = (folderId: string): readonly Crumb[] | undefined => paths.get(folderId)
