import { texts } from '../../lib/i18n.ts'

/** Texts of the folder picker. */
export const t = texts('files-place', {
  moveTitle: ['移动到', 'Move to'],
  copyTitle: ['复制到', 'Copy to'],
  restoreTitle: ['还原到', 'Restore to'],
  saveTitle: ['转存到', 'Save to'],
  saveHere: ['转存到此处', 'Save here'],
  importTitle: ['导入到', 'Import to'],
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
  noFolderFound: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  otherWord: ['换个词，或清除搜索后逐级选择。', 'Try another word, or clear the search and browse.'],
  notUsable: ['不能放入文件', 'Can’t add files'],
  receivedFolders: ['共享给我的', 'Shared with me'],
  folders: ['文件夹', 'Folders'],
})
