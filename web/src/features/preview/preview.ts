import type { Instance } from '@clouddisk/contract/files'
import { couldBePlayed, inlineKindOf, isArchive } from '@clouddisk/contract/filetypes'
import type { MoreFiles, PreviewExtension } from '../../lib/extension-points.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { limits } from '../../lib/limits.ts'
import { createStore } from '../../lib/store.ts'
import { showError } from '../../ui/failures.ts'

/** The previewed file (R159). */

export interface OpenPreview {
  readonly item: Instance
  /** The item as its editor saved it last, while that is open. */
  readonly saved?: Instance | undefined
  /** Files to walk through, `item` among them. */
  readonly siblings: readonly Instance[]
  /** An earlier version of the item, instead of its current content. */
  readonly versionId?: string | undefined
  /** The files of the list before and after the siblings. */
  readonly more?: MoreFiles | undefined
  /** Its editor is opened at once. */
  readonly edit?: boolean | undefined
  /** Key of the history entry below the preview's. */
  readonly over: string
}

/** Kept after closing, so that Forward reopens it. */
export const openPreview = createStore<OpenPreview | undefined>(undefined)
export const useOpenPreview = openPreview.use

/** Whether a file is probably shown, by its name and size (B§5). The server decides by the content. */
export function canPreview(item: Pick<Instance, 'classifierId' | 'fileType' | 'fileSize'>): boolean {
  const kind = item.classifierId === 'File' ? inlineKindOf(item.fileType) : undefined
  // Video is streamed.
  if (kind === 'video') return couldBePlayed(item.fileType)
  const isShown = kind !== undefined || (item.classifierId === 'File' && isArchive(item.fileType))
  return isShown && item.fileSize <= limits().previewBytesMax
}

/** @param enter pushes a history entry for the preview; returns the key of the entry below. */
export const previewExtension = (enter: () => string): PreviewExtension => ({
  canPreview,
  open: (item, siblings = [item], versionId, { more, edit } = {}) =>
    openPreview.set({ item, siblings, versionId, more, edit, over: enter() }),
  extract: (item) =>
    void loadWithTimeout(() => import('./archive/extract.ts')).then(
      ({ extractHere }) => extractHere({ item }),
      (error) => showError(item.instanceName, error),
    ),
})

/** Shows another sibling. */
export function showInPreview(item: Instance): void {
  const now = openPreview.get()
  if (now) openPreview.set({ ...now, item, saved: undefined, versionId: undefined, edit: false })
}
