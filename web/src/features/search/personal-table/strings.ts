import { plural, texts } from '../../../lib/i18n.ts'

/** Words of the personal table. */
export const t = texts('personalTable', {
  title: ['我的文件表', 'Personal table'],
  list: ['我的全部文件', 'All my files'],
  count: ['{{count}} 项', plural('{{count}} item', '{{count}} items')],
  keyword: ['文件名称', 'File name'],
  columns: ['选择显示的列', 'Choose columns'],
  withFolders: ['包含文件夹', 'Include folders'],
  createdByMe: ['仅我创建的', 'Created by me'],
  sort: ['排序', 'Sort'],
  ascending: ['{{column}}（升序）', '{{column}} (ascending)'],
  descending: ['{{column}}（降序）', '{{column}} (descending)'],
  folder: ['文件夹', 'Folder'],
  plainFile: ['文件', 'File'],

  upload: ['上传', 'Upload'],
  uploadMore: ['更多上传方式', 'More ways to upload'],
  uploadFiles: ['上传文件', 'Upload files'],
  uploadFolder: ['上传文件夹', 'Upload folder'],
  personalFiles: ['个人文件', 'Personal files'],
  selectFirst: ['请先选择要删除的文件。', 'Select the files to delete first.'],

  export: ['导出', 'Export'],
  exportStarted: ['已开始导出，文件由浏览器下载', 'Export started. Your browser is downloading the file.'],
  notExported: ['导出失败', 'Couldn’t export'],
  nothingToExport: ['没有可导出的文件。', 'There are no files to export.'],
  tooManyTitle: ['只能导出前 {{max}} 项', 'Only the first {{max}} items can be exported'],
  tooManyText: [
    'Excel 的一个工作表最多 1,048,576 行，表中共有 {{n}} 项。可以先筛选，再分几次导出。',
    'An Excel sheet holds 1,048,576 rows, and the table has {{n}} items. You can filter it and export in parts.',
  ],
  exportFirst: ['导出前 {{max}} 项', 'Export the first {{max}}'],

  notLoaded: ['文件加载失败', 'Couldn’t load your files'],
  emptyTitle: ['还没有文件', 'No files yet'],
  emptyText: [
    '个人文件及其子文件夹中的全部文件会列在这里。',
    'All files in your personal files and their folders are listed here.',
  ],
  noMatchTitle: ['没有符合条件的文件', 'No files match'],
  noMatchText: ['换一个名称，或放宽筛选条件。', 'Try another name or widen the filters.'],
})
