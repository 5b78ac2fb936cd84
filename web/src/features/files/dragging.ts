/** What shows once files are dragged: those of the page, and those from outside. */
export { DragGhost } from './drag-ghost.tsx'
export { DropVeil } from './drop-veil.tsx'
