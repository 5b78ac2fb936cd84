import { texts } from '../../lib/i18n.ts'

/** Texts of the folder picker. */
export const t = texts('files-place', {
  moveTitle: ['移动到', 'Move to'],
  copyTitle: ['复制到', 'Copy to'],
  restoreTitle: ['还原到', 'Restore to'],
  chooseTitle: ['选择文件夹', 'Choose a folder'],
  moveHere: ['移动到此处', 'Move here'],
  copyHereButton: ['复制到此处', 'Copy here'],
  restoreHere: ['还原到此处', 'Restore here'],
  chooseHere: ['选择', 'Choose'],
  searchFolders: ['搜索文件夹', 'Search folders'],
  destination: ['目标：{{path}}', 'Destination: {{path}}'],
  newFolderFirst: ['先创建新文件夹，或取消。', 'Create the new folder first, or cancel it.'],
  selectDestination: ['请选择目标文件夹。', 'Choose a destination folder.'],
  sameFolder: ['已在这个文件夹里，请选择其他文件夹。', 'It’s already here. Choose another folder.'],
  noFolderFound: [
    '已展开的文件夹里没有“{{keyword}}”。',
    'No match for “{{keyword}}” in the expanded folders.',
  ],
  expandMore: ['请清除搜索，展开更多文件夹后再找。', 'Clear the search and expand more folders.'],
  receivedFolders: ['共享给我的', 'Shared with me'],
  folders: ['文件夹', 'Folders'],
})
