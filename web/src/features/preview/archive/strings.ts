import { texts } from '../../../lib/i18n.ts'

/** Words of the contents of archives. */
export const t = texts('archive', {
  contents: ['“{{name}}”的内容', 'Contents of {{name}}'],
  name: ['名称', 'Name'],
  size: ['大小', 'Size'],
  packedSize: ['压缩后大小', 'Packed size'],
  modified: ['修改时间', 'Modified'],
  search: ['在压缩包内搜索', 'Search in this archive'],
  total: [
    '{{count}} 个文件，共 {{size}}',
    { one: '{{count}} file, {{size}}', other: '{{count}} files, {{size}}' },
  ],
  extractHere: ['解压到此处', 'Extract here'],
  extractInto: ['解压到“{{name}}”', 'Extract to “{{name}}”'],
  extractTo: ['解压到…', 'Extract to…'],
  selected: ['已选 {{count}} 项', '{{count}} selected'],
  extracting: ['正在解压“{{name}}”…', 'Extracting {{name}}…'],
  extracted: ['已解压到“{{name}}”', 'Extracted to {{name}}'],
  notExtracted: ['解压失败', 'Couldn’t extract'],
  show: ['查看', 'Show'],
  encoding: ['文件名编码：{{encoding}}', 'Names in {{encoding}}'],
  open: ['打开', 'Open'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  encrypted: ['需要密码，无法解压', 'Needs a password: can’t be extracted'],
  link: ['链接文件，不会解压', 'Link: won’t be extracted'],
  special: ['特殊文件，不会解压', 'Special file: won’t be extracted'],
  unsafe: ['路径不安全，不会解压', 'Unsafe path: won’t be extracted'],
  isEncrypted: ['需要密码', 'Needs a password'],
  isLink: ['链接文件', 'Link'],
  isSpecial: ['特殊文件', 'Special file'],
  isUnsafe: ['路径不安全', 'Unsafe path'],
  isCut: [
    '条目太多，只列出前 {{count}} 项。',
    {
      one: 'Too many entries. Only the first is listed.',
      other: 'Too many entries. The first {{count}} are listed.',
    },
  ],
  isDamaged: [
    '压缩包不完整或已损坏，可能缺少一些文件。',
    'This archive is incomplete or damaged, so files may be missing.',
  ],
  secretTitle: ['压缩包已加密', 'This archive is encrypted'],
  secretText: [
    '文件名也需要密码才能查看。请下载后用解压软件打开。',
    'Even its file names need the password. Download it to open in another app.',
  ],
  emptyTitle: ['压缩包是空的', 'This archive is empty'],
  emptyFolder: ['文件夹是空的', 'This folder is empty'],
  noResults: ['没有找到“{{words}}”', 'No results for “{{words}}”'],
})
