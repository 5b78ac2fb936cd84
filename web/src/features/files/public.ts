/** What the page of visitors of links uses of the files. */
export { FolderPicker } from './folder-picker.tsx'
