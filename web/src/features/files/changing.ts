/** What changes files, in one part. */
export { removeItems } from './remove.ts'
export { renameItem } from './rename.ts'
export { setFavorite } from './star.ts'
export { copyItems, moveItems } from './transfer.ts'
export { undoLatest } from './undo.ts'
