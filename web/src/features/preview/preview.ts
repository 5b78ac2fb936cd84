import type { Instance } from '@clouddisk/contract/files'
import { couldBePlayed, fileTypeOf, type InlineKind, inlineOf } from '@clouddisk/contract/filetypes'
import { limits } from '../../lib/limits.ts'
import type { PreviewOffer } from '../../lib/offers.ts'
import { createStore } from '../../ui/external-store.ts'

/** What is looked at, and whether a browser can show it by itself (R159, B§5). */

export interface Looking {
  readonly item: Instance
  /** Files to walk through, `item` among them. */
  readonly siblings: readonly Instance[]
}

const store = createStore<Looking | undefined>(undefined)
export const useLooking = store.use

export type Obstacle = 'folder' | 'type' | 'unplayable' | 'large'
export type Manner = { readonly shown: InlineKind } | { readonly obstacle: Obstacle }

/** How a file is shown, or why it is not. */
export function mannerOf(item: Pick<Instance, 'classifierId' | 'fileType' | 'fileSize'>): Manner {
  if (item.classifierId === 'Folder') return { obstacle: 'folder' }
  const inline = inlineOf(item.fileType)
  const isVideo = fileTypeOf(item.fileType).family === 'video'
  if (!inline || (inline.kind === 'video' && !couldBePlayed(item.fileType))) {
    return { obstacle: isVideo ? 'unplayable' : 'type' }
  }
  // A video is played as it comes; everything else is fetched whole.
  if (inline.kind !== 'video' && item.fileSize > limits().previewBytesMax) return { obstacle: 'large' }
  return { shown: inline.kind }
}

export const previewOffer: PreviewOffer = {
  shows: (item) => 'shown' in mannerOf(item),
  open: (item, siblings = [item]) => store.set({ item, siblings }),
}

/** Goes on to another of the siblings. */
export function lookAt(item: Instance): void {
  const now = store.get()
  if (now) store.set({ ...now, item })
}

export const close = (): void => store.set(undefined)
