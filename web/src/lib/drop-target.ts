import type { HTMLAttributes } from 'react'

/**
 * Drop targets for files dragged within the page. Spread on any element; the drag finds it under the pointer.
 */

export type DropTarget =
  | { readonly kind: 'folder'; readonly instanceId: string; readonly instanceName: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'favorites' }
  /** The list of groups: takes no drop, but opens while dragging. */
  | { readonly kind: 'groups' }

export type DropAttributes = HTMLAttributes<HTMLElement> & {
  readonly 'data-drop': DropTarget['kind']
  readonly 'data-drop-id'?: string
  readonly 'data-drop-name'?: string
  readonly 'data-drop-open'?: boolean
}

/** "0" is the caller's own root. */
export const dropFolder = (instanceId: string, instanceName: string): DropAttributes => ({
  'data-drop': 'folder',
  'data-drop-id': instanceId,
  'data-drop-name': instanceName,
})
/** The list of the open folder: takes drops beside its rows. */
export const dropIntoOpenFolder = (instanceId: string, instanceName: string): DropAttributes => ({
  ...dropFolder(instanceId, instanceName),
  'data-drop-open': true,
})
export const DROP_TRASH: DropAttributes = { 'data-drop': 'trash' }
export const DROP_FAVORITES: DropAttributes = { 'data-drop': 'favorites' }
export const DROP_GROUPS: DropAttributes = { 'data-drop': 'groups' }

/** The drop target at a point of the screen, and its element. */
export function dropTargetAt(x: number, y: number): { element: HTMLElement; target: DropTarget } | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  const target = element && readTarget(element)
  return target ? { element, target } : undefined
}

function readTarget(element: HTMLElement): DropTarget | undefined {
  const { drop, dropId, dropName } = element.dataset
  if (drop === 'trash' || drop === 'favorites' || drop === 'groups') return { kind: drop }
  if (drop !== 'folder' || dropId === undefined) return undefined
  return { kind: 'folder', instanceId: dropId, instanceName: dropName ?? '' }
}
