import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../../lib/lazy-part.ts'

/** The doors to what the first picture of a folder does without. */

const loadDragging = () => import('./drag-part.ts')
const loadTiles = () => import('./tiles.tsx')
const loadPhone = () => import('./phone-parts.tsx')
const loadSelection = () => import('./selection-bar.tsx')
const loadDetails = () => import('./details-panel.tsx')

export const DragGhost = lazyPart(loadDragging, (part) => part.DragGhost)
export const DropOverlay = lazyPart(loadDragging, (part) => part.DropOverlay)
export const Tiles = lazyPart(loadTiles, (part) => part.Tiles)
/** Of a window as narrow as a phone's. */
export const PhoneSubBar = lazyPart(loadPhone, (part) => part.PhoneSubBar)
export const AddButton = lazyPart(loadPhone, (part) => part.AddButton)
export const SelectionBar = lazyPart(loadSelection, (part) => part.SelectionBar)
export const DetailsPanel = lazyPart(loadDetails, (part) => part.DetailsPanel)

export const loadPointerGestures = () => loadWithTimeout(loadDragging)

/** Ahead of their use, so that they are drawn at once. */
export const preloadParts = (): (() => void) =>
  fetchWhenIdle(loadSelection, loadDragging, loadTiles, loadDetails)
