import type { FilesArea } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'

/** Texts of the file list and its actions. */
export const t = texts('files', {
  // Places
  personalFiles: ['个人文件', 'Personal files'],
  groupFiles: ['群组文件', 'Group files'],
  sharedFiles: ['内部共享', 'Internal sharing'],
  filesIn: ['“{{name}}”里的文件', 'Files in {{name}}'],

  // Toolbar
  newFolder: ['新建文件夹', 'New folder'],
  cancel: ['取消', 'Cancel'],
  newText: ['新建文本文件', 'New text file'],
  newDocument: ['新建文档', 'New document'],
  newSheet: ['新建表格', 'New spreadsheet'],
  newSlides: ['新建演示文稿', 'New presentation'],
  editOnline: ['在线编辑', 'Edit online'],
  viewOnline: ['在线查看', 'View online'],
  importOld: ['导入旧网盘数据', 'Import from old drive'],
  newMarkdown: ['新建 Markdown 文件', 'New Markdown file'],
  upload: ['上传', 'Upload'],
  uploadFiles: ['上传文件', 'Upload files'],
  uploadFolder: ['上传文件夹', 'Upload folder'],
  uploadMore: ['更多上传方式', 'More upload options'],
  view: ['视图', 'View'],
  listView: ['列表', 'List'],
  gridView: ['网格', 'Grid'],
  sizeOf: ['大小…', 'Size…'],
  syncTo: ['同步到…', 'Sync to…'],
  details: ['属性', 'Properties'],
  filter: ['筛选当前文件夹', 'Filter this folder'],
  sortAndColumns: ['排序和列', 'Sort and columns'],
  sortBy: ['排序', 'Sort by'],
  columns: ['显示列', 'Columns'],
  add: ['新建或上传', 'New or upload'],
  refresh: ['刷新', 'Refresh'],

  // Columns
  name: ['名称', 'Name'],
  updatedBy: ['修改人', 'Modified by'],
  modified: ['修改时间', 'Modified'],
  size: ['大小', 'Size'],
  createTime: ['创建时间', 'Created'],
  type: ['类型', 'Type'],
  ascending: ['升序', 'Ascending'],
  descending: ['降序', 'Descending'],
  favoriteMark: ['已收藏', 'Favorite'],
  folderType: ['文件夹', 'Folder'],
  fileType: ['{{ext}} 文件', '{{ext}} file'],
  plainFile: ['文件', 'File'],

  // Status line
  folderCount: ['{{count}} 个文件夹', { one: '{{count}} folder', other: '{{count}} folders' }],
  fileCount: ['{{count}} 个文件', { one: '{{count}} file', other: '{{count}} files' }],
  counts: ['{{folders}}、{{files}}', '{{folders}}, {{files}}'],
  found: ['找到 {{count}} 项', { one: '{{count}} item found', other: '{{count}} items found' }],
  justNow: ['刚刚更新', 'Updated just now'],
  updatedAt: ['{{time}} 更新', 'Updated {{time}}'],
  refreshing: ['正在更新…', 'Updating…'],

  // Selection
  selectedItems: ['已选 {{count}} 项', { one: '{{count}} selected', other: '{{count}} selected' }],
  clearSelection: ['取消选择', 'Clear selection'],
  nothingSelected: ['请先选择文件。', 'Select a file first.'],
  items: ['{{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],

  // Actions
  open: ['打开', 'Open'],
  preview: ['预览', 'Preview'],
  download: ['下载', 'Download'],
  share: ['内部共享…', 'Share…'],
  shareShort: ['内部共享', 'Share'],
  shareInGroup: ['群组文件不能共享', 'Not available for group files'],
  shareLink: ['外链分享…', 'Share link…'],
  permissions: ['权限…', 'Permissions…'],
  explain: ['我的权限…', 'My permissions…'],
  sharedMark: ['已共享', 'Shared'],
  copyLocation: ['复制链接', 'Copy link'],
  moveTo: ['移动到…', 'Move to…'],
  copyTo: ['复制到…', 'Copy to…'],
  move: ['移动', 'Move'],
  copy: ['复制', 'Copy'],
  cut: ['剪切', 'Cut'],
  paste: ['粘贴', 'Paste'],
  pasteInto: ['粘贴到此文件夹', 'Paste into this folder'],
  rename: ['重命名', 'Rename'],
  labels: ['标签…', 'Labels…'],
  anyLabel: ['标签：全部', 'Label: Any'],
  favorite: ['收藏', 'Add to favorites'],
  unfavorite: ['取消收藏', 'Remove from favorites'],
  extractHere: ['解压到此处', 'Extract here'],
  extractInto: ['解压到“{{name}}”', 'Extract to “{{name}}”'],
  versions: ['历史版本', 'Versions'],
  delete: ['删除', 'Delete'],
  more: ['更多操作', 'More actions'],
  select: ['选择', 'Select'],
  selectRow: ['选择“{{name}}”', 'Select {{name}}'],
  selectAll: ['全选', 'Select all'],
  undo: ['撤销', 'Undo'],
  openParent: ['返回上一级', 'Up one level'],
  toList: ['跳到文件列表', 'Go to the file list'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  menuOfFolder: ['此文件夹的操作', 'Actions for this folder'],

  // Names
  nameLabel: ['名称', 'Name'],
  newFolderName: ['新文件夹名称', 'Folder name'],
  untitledFolder: ['新建文件夹', 'New folder'],
  nameTooLong: [
    '名称最多 {{max}} 个字符，当前 {{length}} 个。',
    'Names can have up to {{max}} characters; this has {{length}}.',
  ],
  nameTakenFolder: ['已有同名文件夹，请换个名称。', 'This name already exists. Choose another.'],
  nameTakenFile: ['已有同名文件，请换个名称。', 'This name already exists. Choose another.'],

  // What happened
  cutReady: [
    '已剪切 {{count}} 项，可粘贴到目标文件夹',
    {
      one: '{{count}} item cut. Paste it into a folder.',
      other: '{{count}} items cut. Paste them into a folder.',
    },
  ],
  copyReady: [
    '已复制 {{count}} 项，可粘贴到目标文件夹',
    {
      one: '{{count}} item copied. Paste it into a folder.',
      other: '{{count}} items copied. Paste them into a folder.',
    },
  ],
  folderOpened: ['已打开“{{name}}”', 'Opened {{name}}'],

  // What failed
  notMoved: ['移动失败', 'Couldn’t move'],
  notCopied: ['复制失败', 'Couldn’t copy'],
  notRemoved: ['删除失败', 'Couldn’t delete'],
  notRenamed: ['“{{name}}”重命名失败：{{reason}}', 'Couldn’t rename {{name}}: {{reason}}'],
  favoriteNotSet: ['收藏更改失败', 'Couldn’t update'],
  notUndoneItems: ['撤销失败', 'Couldn’t undo'],

  // States
  emptyTitle: ['文件夹是空的', 'This folder is empty'],
  emptyText: ['把文件拖到这里，或点“上传”。', 'Drag files here, or click Upload.'],
  emptyTextTouch: ['点“上传文件”添加内容。', 'Tap Upload files to add some.'],
  failedTitle: ['无法加载文件夹', 'Couldn’t load this folder'],
  unknownFolder: ['文件夹', 'Folder'],
  goneTitle: ['无法打开文件夹', 'Can’t open this folder'],
  goneText: [
    '可能已被移动或删除，或者你没有权限查看。',
    'It may have been moved or deleted, or you don’t have access.',
  ],
  toRoot: ['返回{{home}}', 'Back to {{home}}'],
  trace: ['追踪编号：{{traceId}}', 'Trace ID: {{traceId}}'],
  loading: ['正在加载…', 'Loading files…'],

  // Properties
  createdBy: ['创建人', 'Created by'],
})

const AREAS = { personal: 'personalFiles', group: 'groupFiles', share: 'sharedFiles' } as const

/** An area's name, shown at the start of its paths. */
export const areaName = (area: FilesArea): string => t(AREAS[area])
