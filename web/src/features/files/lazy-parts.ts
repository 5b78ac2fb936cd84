import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../../lib/lazy-part.ts'

/** Lazy parts that the first paint of a folder does not need. */

const loadDragging = () => import('./drag-part.tsx')
const loadTiles = () => import('./tiles.tsx')
const loadPhone = () => import('./phone-parts.tsx')
const loadSelection = () => import('./selection-bar.tsx')
const loadNoMatch = () => import('./no-match.tsx')
const loadNaming = () => import('./inline-name-parts.tsx')
const loadLabelFilter = () => import('../../ui/label-filter.tsx')
const loadDetails = () => import('./details-panel.tsx')

export const DragGhost = lazyPart(loadDragging, 'DragGhost')
export const DropOverlay = lazyPart(loadDragging, 'DropOverlay')
export const Tiles = lazyPart(loadTiles, 'Tiles')
/** For phones. */
export const PhoneSubBar = lazyPart(loadPhone, 'PhoneSubBar')
export const AddButton = lazyPart(loadPhone, 'AddButton')
export const SelectionBar = lazyPart(loadSelection, 'SelectionBar')
/** In place of rows that the filter left none of. */
export const NoMatch = lazyPart(loadNoMatch, 'NoMatch')
/** Beside and below the field for a new name. */
export const NameButtons = lazyPart(loadNaming, 'NameButtons')
export const NameNote = lazyPart(loadNaming, 'NameNote')
export const LabelFilter = lazyPart(loadLabelFilter, 'LabelFilter')
export const DetailsPanel = lazyPart(loadDetails, 'DetailsPanel')

export const loadPointerGestures = () => loadWithTimeout(loadDragging)

/** Preloads the parts, so that they are rendered at once. */
export const preloadParts = (): (() => void) =>
  fetchWhenIdle(loadNaming, loadSelection, loadDragging, loadTiles, loadDetails)
