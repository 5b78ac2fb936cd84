import type { Crumb } from '@clouddisk/contract/files'

/** Paths of folders seen before, so that the way to a folder stands there before its list has come. */
const paths = new Map<string, readonly Crumb[]>()

export function rememberPath(folderId: string, path: readonly Crumb[]): void {
  paths.set(folderId, path)
  // The way there is known too.
  path.forEach((crumb, index) => {
    paths.set(crumb.instanceId, path.slice(0, index + 1))
  })
}

/** A folder that is about to be opened from one that is known. */
export function rememberFolder(parentId: string, folder: Crumb): void {
  const parent = paths.get(parentId)
  if (parent && !paths.has(folder.instanceId)) paths.set(folder.instanceId, [...parent, folder])
}

export const knownPath = (folderId: string): readonly Crumb[] | undefined => paths.get(folderId)
