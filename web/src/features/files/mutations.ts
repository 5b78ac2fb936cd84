/** File mutations as one lazily loaded part. */

export { copyItems, moveItems } from './move-copy.ts'
export { removeItems } from './remove.ts'
export { renameItem } from './rename.ts'
export { setFavorite } from './set-favorite.ts'
export { undoLatest } from './undo.ts'
