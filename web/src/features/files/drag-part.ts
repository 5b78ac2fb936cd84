/** Lazily loaded part: drag and marquee gestures, and their overlays. */
export { DragGhost } from './drag-ghost.tsx'
export { DropOverlay } from './drop-overlay.tsx'
export { startDrag, startFrame } from './pointer-gestures.ts'
