import { sourceNameOf, type UploadItem } from '@clouddisk/client/uploads/state'

/** Matches re-chosen files with interrupted uploads. Pure. */

type ItemWithoutFile = Pick<UploadItem, 'uid' | 'name' | 'fileSize' | 'lastModified' | 'path' | 'source'>

export interface FileMatches {
  readonly found: ReadonlyMap<string, File>
  readonly missing: readonly ItemWithoutFile[]
}

/** Name and size must match; path and time decide between several. Each file is used once. */
export function matchFiles(lost: readonly ItemWithoutFile[], files: readonly File[]): FileMatches {
  const left = new Set(files)
  const found = new Map<string, File>()
  for (const item of lost) {
    const candidates = [...left].filter(
      (file) => file.name === sourceNameOf(item).name && file.size === item.fileSize,
    )
    const [best] = candidates.toSorted((a, b) => likeness(b, item) - likeness(a, item))
    if (!best) continue
    left.delete(best)
    found.set(item.uid, best)
  }
  return { found, missing: lost.filter(({ uid }) => !found.has(uid)) }
}

const likeness = (file: File, item: ItemWithoutFile): number =>
  (samePlace(file, item) ? 2 : 0) + (file.lastModified === item.lastModified ? 1 : 0)

/** Below the chosen folder; its own name may have been numbered when both were kept. */
const samePlace = (file: File, item: ItemWithoutFile): boolean =>
  file.webkitRelativePath.split('/').slice(1, -1).join('/') === sourceNameOf(item).path.slice(1).join('/')
