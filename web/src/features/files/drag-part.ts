/** What goes on once a pressed pointer moves, and what shows while files are dragged, also those from outside. */
export { DragGhost } from './drag-ghost.tsx'
export { DropOverlay } from './drop-overlay.tsx'
export { startDrag, startFrame } from './pointer-gestures.ts'
