import { texts } from '../lib/i18n.ts'

/** Texts of the page of visitors of external links. */
export const t = texts('visitor', {
  product: ['企业云盘', 'Clouddisk'],
  otherLanguage: ['English', '中文'],
  opening: ['正在打开链接…', 'Opening the link…'],
  openFailed: ['链接无法打开', 'Couldn’t open the link'],
  networkError: ['网络错误，请检查网络后重试。', 'Network error. Check your network and try again.'],

  sharedBy: ['{{owner}} 分享', 'Shared by {{owner}}'],

  allFiles: ['全部文件', 'All files'],
  list: ['文件和文件夹', 'Files and folders'],
  items: ['{{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],
  name: ['名称', 'Name'],
  modified: ['修改时间', 'Modified'],
  size: ['大小', 'Size'],
  view: ['视图', 'View'],
  listView: ['列表', 'List'],
  tilesView: ['网格', 'Grid'],
  search: ['搜索全部文件', 'Search all files'],
  searchFolder: ['在此文件夹中搜索', 'Search in this folder'],
  noMatch: ['没有找到“{{keyword}}”', 'Nothing matches “{{keyword}}”'],
  noMatchText: [
    '已搜索这里和所有子文件夹中的名称，请换个词试试。',
    'Names here and in all folders below were searched. Try another word.',
  ],
  empty: ['文件夹是空的', 'This folder is empty'],
  emptyText: ['分享人添加文件后会显示在这里。', 'Files that are added to it will appear here.'],
  more: ['加载更多', 'Load more'],
  folderGone: ['文件夹不存在', 'This folder is gone'],
  folderGoneText: ['它可能已被移动或删除。', 'It may have been moved or deleted.'],
  backToAll: ['返回全部文件', 'Back to all files'],
  download: ['下载', 'Download'],
  rename: ['重命名', 'Rename'],
  save: ['转存到网盘', 'Save to my files'],
  downloadAll: ['下载全部', 'Download all'],
  preview: ['预览', 'Preview'],
  downloadOne: ['下载“{{name}}”', 'Download {{name}}'],
  viewOnly: [
    '分享人没有开放下载。如需下载，请联系分享人。',
    'Downloading isn’t allowed. If you need the files, ask whoever shared them.',
  ],
})
