import type { Instance } from '@clouddisk/contract/files'
import { couldBePlayed, fileTypeOf, type InlineKind, inlineOf } from '@clouddisk/contract/filetypes'
import type { PreviewExtension } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { createStore } from '../../lib/store.ts'

/** The previewed file, and whether the browser can show it (R159, B§5). */

export interface OpenPreview {
  readonly item: Instance
  /** Files to walk through, `item` among them. */
  readonly siblings: readonly Instance[]
  /** Key of the history entry below the preview's. */
  readonly over: string
}

/** Kept after closing, so that Forward reopens it. */
const store = createStore<OpenPreview | undefined>(undefined)
export const useOpenPreview = store.use

export type PreviewObstacle = 'folder' | 'type' | 'unplayable' | 'large'
type PreviewMode = { readonly shown: InlineKind } | { readonly obstacle: PreviewObstacle }

/** How a file is shown, or why it is not. */
export function previewMode(item: Pick<Instance, 'classifierId' | 'fileType' | 'fileSize'>): PreviewMode {
  if (item.classifierId === 'Folder') return { obstacle: 'folder' }
  const inline = inlineOf(item.fileType)
  const isVideo = fileTypeOf(item.fileType).family === 'video'
  if (!inline || (inline.kind === 'video' && !couldBePlayed(item.fileType))) {
    return { obstacle: isVideo ? 'unplayable' : 'type' }
  }
  // Video is streamed; everything else is fetched whole.
  if (inline.kind !== 'video' && item.fileSize > limits().previewBytesMax) return { obstacle: 'large' }
  return { shown: inline.kind }
}

/** @param enter pushes a history entry for the preview; returns the key of the entry below. */
export const previewExtension = (enter: () => string): PreviewExtension => ({
  canPreview: (item) => 'shown' in previewMode(item),
  open: (item, siblings = [item]) => store.set({ item, siblings, over: enter() }),
})

/** Shows another sibling. */
export function showInPreview(item: Instance): void {
  const now = store.get()
  if (now) store.set({ ...now, item })
}
