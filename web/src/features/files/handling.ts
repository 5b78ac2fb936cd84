/** What shows once somebody takes hold of a file: the name being typed, what is dragged, what is dropped from outside. */
export { DragGhost } from './drag-ghost.tsx'
export { DropVeil } from './drop-veil.tsx'
export { NameField } from './name-field.tsx'
