import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'

/** The doors to what the first picture of a folder does without. */

const loadHandling = () => import('./handling.ts')
const loadTiles = () => import('./tiles.tsx')
const loadDetails = () => import('./details-panel.tsx')

export const DragGhost = lazyPart(loadHandling, (part) => part.DragGhost)
export const DropVeil = lazyPart(loadHandling, (part) => part.DropVeil)
export const NameField = lazyPart(loadHandling, (part) => part.NameField)
export const Tiles = lazyPart(loadTiles, (part) => part.Tiles)
export const DetailsPanel = lazyPart(loadDetails, (part) => part.DetailsPanel)

/** Ahead of their use, so that they are drawn at once. */
export const fetchParts = (): (() => void) => fetchWhenIdle(loadHandling, loadTiles, loadDetails)
