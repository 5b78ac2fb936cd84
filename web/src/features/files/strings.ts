import { texts } from '../../lib/i18n.ts'

/** Words of the file list and what one does in it. */
export const t = texts('files', {
  // Places
  personalFiles: ['个人文件', 'Personal File'],
  groupFiles: ['群组文件', 'Group File'],
  sharedFiles: ['内部共享', 'Internal Sharing'],
  filesIn: ['“{{name}}”里的文件', 'Files in {{name}}'],
  upTo: ['返回“{{name}}”', 'Up to {{name}}'],

  // Toolbar
  newFolder: ['新建文件夹', 'New folder'],
  upload: ['上传', 'Upload'],
  uploadFiles: ['上传文件', 'Upload files'],
  uploadFolder: ['上传文件夹', 'Upload folder'],
  uploadMore: ['更多上传方式', 'More ways to upload'],
  view: ['视图', 'View'],
  listView: ['列表', 'List'],
  gridView: ['网格', 'Grid'],
  details: ['属性面板', 'Properties panel'],
  filter: ['在此文件夹中筛选', 'Filter in this folder'],
  sortAndColumns: ['排序和列', 'Sort and columns'],
  sortBy: ['排序', 'Sort by'],
  columns: ['显示的列', 'Columns'],
  add: ['新建或上传', 'New or upload'],
  refresh: ['刷新', 'Refresh'],

  // Columns
  name: ['名称', 'Name'],
  updatedBy: ['修改人', 'Modified by'],
  modified: ['修改时间', 'Modified'],
  size: ['大小', 'Size'],
  createTime: ['创建时间', 'Created on'],
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
  counts: ['共 {{folders}}、{{files}}', '{{folders}}, {{files}}'],
  found: ['找到 {{count}} 项', { one: '{{count}} item found', other: '{{count}} items found' }],
  justNow: ['刚刚更新', 'Updated just now'],
  updatedAt: ['{{time}} 更新', 'Updated {{time}}'],
  refreshing: ['正在更新…', 'Updating…'],

  // Selection
  selectedItems: ['已选 {{count}} 项', { one: '{{count}} selected', other: '{{count}} selected' }],
  clearSelection: ['取消选择', 'Clear selection'],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  nothingSelected: ['先选择要操作的文件。', 'Select something first.'],
  items: ['{{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],

  // Actions
  open: ['打开', 'Open'],
  preview: ['预览', 'Preview'],
  download: ['下载', 'Download'],
  share: ['内部共享…', 'Share…'],
  shareShort: ['内部共享', 'Share'],
  shareInGroup: ['群组文件不能共享', 'Not for group files'],
  sharedMark: ['已共享', 'Shared'],
  copyLocation: ['复制位置', 'Copy location'],
  locationCopied: ['已复制位置的链接', 'Location link copied'],
  locationNotCopied: ['没能复制，浏览器不允许。', 'The browser didn’t allow copying.'],
  moveTo: ['移动到…', 'Move to…'],
  copyTo: ['复制到…', 'Copy to…'],
  move: ['移动', 'Move'],
  copy: ['复制', 'Copy'],
  cut: ['剪切', 'Cut'],
  copyHere: ['复制', 'Copy'],
  paste: ['粘贴', 'Paste'],
  pasteInto: ['粘贴到此文件夹', 'Paste into this folder'],
  rename: ['重命名', 'Rename'],
  favorite: ['收藏', 'Add to favorites'],
  unfavorite: ['取消收藏', 'Remove from favorites'],
  properties: ['属性', 'Properties'],
  delete: ['删除', 'Delete'],
  more: ['更多操作', 'More actions'],
  select: ['选择', 'Select'],
  selectRow: ['选择“{{name}}”', 'Select {{name}}'],
  selectAll: ['全选', 'Select all'],
  undo: ['撤销', 'Undo'],
  openParent: ['返回上级', 'Up one level'],
  toList: ['到文件列表', 'To the file list'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  menuOfFolder: ['此文件夹的操作', 'Actions for this folder'],

  // Names
  nameLabel: ['名称', 'Name'],
  newFolderName: ['新文件夹的名称', 'Name of the new folder'],
  untitledFolder: ['新建文件夹', 'New folder'],
  nameTooLong: [
    '名称最多 {{max}} 个字符，现在 {{length}} 个。',
    'Names can have up to {{max}} characters; this one has {{length}}.',
  ],
  nameTakenFolder: ['已有同名文件夹，换个名称。', 'That name is taken. Try another.'],
  nameTakenFile: ['已有同名文件，换个名称。', 'That name is taken. Try another.'],
  extensionChanges: ['扩展名会改变。', 'The extension will change.'],
  create: ['创建', 'Create'],
  cancel: ['取消', 'Cancel'],

  // What happened
  moved: [
    '已移动 {{count}} 项到“{{target}}”',
    { one: 'Moved {{count}} item to {{target}}', other: 'Moved {{count}} items to {{target}}' },
  ],
  copied: [
    '已复制 {{count}} 项到“{{target}}”',
    { one: 'Copied {{count}} item to {{target}}', other: 'Copied {{count}} items to {{target}}' },
  ],
  copying: [
    '复制 {{count}} 项到“{{target}}”',
    { one: 'Copying {{count}} item to {{target}}', other: 'Copying {{count}} items to {{target}}' },
  ],
  skipped: [
    '已跳过 {{count}} 个同名项',
    {
      one: 'Skipped {{count}} item whose name is taken',
      other: 'Skipped {{count}} items whose names are taken',
    },
  ],
  removed: [
    '已把 {{count}} 项移入回收站',
    { one: 'Moved {{count}} item to the recycle bin', other: 'Moved {{count}} items to the recycle bin' },
  ],
  removedOne: ['“{{name}}”已移入回收站', 'Moved {{name}} to the recycle bin'],
  renamed: ['已重命名为“{{name}}”', 'Renamed to {{name}}'],
  created: ['已新建“{{name}}”', 'Created {{name}}'],
  starred: ['已收藏', 'Added to favorites'],
  unstarred: ['已取消收藏', 'Removed from favorites'],
  undoneMoveOne: ['已撤销移动“{{name}}”', 'Undid moving {{name}}'],
  undoneMove: [
    '已撤销移动 {{count}} 项',
    { one: 'Undid moving {{count}} item', other: 'Undid moving {{count}} items' },
  ],
  undoneCopyOne: [
    '已撤销复制“{{name}}”，副本在回收站',
    'Undid copying {{name}}; the copy is in the recycle bin',
  ],
  undoneCopy: [
    '已撤销复制 {{count}} 项，副本在回收站',
    {
      one: 'Undid copying {{count}} item; the copy is in the recycle bin',
      other: 'Undid copying {{count}} items; the copies are in the recycle bin',
    },
  ],
  undoneRename: ['已撤销重命名，恢复为“{{name}}”', 'Undid the rename; it’s {{name}} again'],
  undoneRemoveOne: ['已撤销删除“{{name}}”', 'Restored {{name}}'],
  undoneRemove: [
    '已撤销删除 {{count}} 项',
    { one: 'Restored {{count}} item', other: 'Restored {{count}} items' },
  ],
  nothingToUndo: ['没有可撤销的操作', 'Nothing to undo'],
  cutReady: [
    '已剪切 {{count}} 项，到目标文件夹粘贴',
    {
      one: 'Cut {{count}} item. Paste it where it belongs',
      other: 'Cut {{count}} items. Paste them where they belong',
    },
  ],
  copyReady: [
    '已复制 {{count}} 项，到目标文件夹粘贴',
    {
      one: 'Copied {{count}} item. Paste it where you need it',
      other: 'Copied {{count}} items. Paste them where you need them',
    },
  ],
  nothingToPaste: ['剪贴板里没有文件', 'Nothing to paste'],
  alreadyHere: ['已经在这个文件夹里了', 'Already in this folder'],
  folderOpened: ['已打开“{{name}}”', 'Opened {{name}}'],

  // What failed
  notMoved: ['没有移动', 'Not moved'],
  notCopied: ['没有复制', 'Not copied'],
  notRemoved: ['没有删除', 'Not deleted'],
  notRenamed: ['“{{name}}”没有重命名：{{reason}}', '{{name}} wasn’t renamed: {{reason}}'],
  notStarredItems: ['没有改变收藏', 'Favorites didn’t change'],
  notUndoneItems: ['没有撤销', 'Not undone'],
  notUndone: ['没能撤销：{{reason}}', 'Couldn’t undo: {{reason}}'],

  // Deleting
  removeOneTitle: ['把“{{name}}”移入回收站？', 'Move {{name}} to the recycle bin?'],
  removeFilesTitle: [
    '把 {{count}} 个文件移入回收站？',
    { one: 'Move {{count}} file to the recycle bin?', other: 'Move {{count}} files to the recycle bin?' },
  ],
  removeItemsTitle: [
    '把 {{count}} 项移入回收站？',
    { one: 'Move {{count}} item to the recycle bin?', other: 'Move {{count}} items to the recycle bin?' },
  ],
  removeText: [
    '{{days}} 天内可以还原。',
    {
      one: 'You can restore it for {{days}} days.',
      other: 'You can restore them for {{days}} days.',
    },
  ],
  removeFolderText: [
    '文件夹里的内容会一起移入，{{days}} 天内可以还原。',
    'Everything inside goes too. You can restore it for {{days}} days.',
  ],
  removeConfirm: ['移入回收站', 'Move to recycle bin'],
  dontAskTouch: ['不再询问，直接移入（随后可以撤销）', 'Don’t ask again (you can undo it)'],
  dontAsk: ['不再询问，直接移入（可按 Ctrl Z 撤销）', 'Don’t ask again (Ctrl Z undoes it)'],

  // Namesakes
  conflictTitle: ['“{{folder}}”里已有同名项', 'This name is taken in {{folder}}'],
  conflictChoose: ['怎么处理“{{name}}”', 'What to do with {{name}}'],
  keepBoth: ['保留两份', 'Keep both'],
  keepBothHint: ['存为“{{name}}”', 'Saved as {{name}}'],
  newVersion: ['存为新版本', 'Save as a new version'],
  newVersionHint: ['原内容留在历史版本里', 'The old content stays in the version history'],
  skip: ['跳过', 'Skip'],
  skipHint: ['这一项不动', 'Leave this one where it is'],
  forAll: [
    '其余 {{count}} 个也这样处理',
    { one: 'Same for the other one', other: 'Same for the other {{count}}' },
  ],
  proceed: ['继续', 'Continue'],

  // Dragging
  dragMove: ['移动到“{{target}}”', 'Move to {{target}}'],
  dragCopy: ['复制到“{{target}}”', 'Copy to {{target}}'],
  dragTrash: ['移入回收站', 'Move to the recycle bin'],
  dragFavorite: ['加入收藏', 'Add to favorites'],
  dragPickGroup: ['选择一个群组', 'Choose a group'],
  dragInto: ['不能移到自身里面', 'Can’t go into itself'],
  dragSame: ['已经在这里', 'Already here'],
  dragCopyHere: ['在此处复制一份', 'Copy here'],
  dragForbidden: ['没有移动权限', 'You can’t move this'],
  dropTitle: ['松开即上传到“{{target}}”', 'Drop to upload to {{target}}'],
  dropCount: ['{{count}} 个项目', { one: '{{count}} item', other: '{{count}} items' }],
  dropSpace: ['个人空间还剩 {{size}}', '{{size}} of your space left'],
  dropUnlimited: ['不限空间', 'Unlimited space'],
  dropForbidden: ['你不能上传到这个文件夹。', 'You can’t upload here.'],

  // States
  nothingHere: ['没有内容', 'Nothing here'],
  emptyTitle: ['这个文件夹还是空的', 'Nothing here yet'],
  emptyText: ['把文件拖到这里，或点“上传”。', 'Drop files here, or choose Upload.'],
  emptyTextTouch: ['点“上传文件”，文件就会出现在这里。', 'Tap Upload files to add some.'],
  noMatchTitle: ['本文件夹内没有“{{keyword}}”', 'Nothing in this folder matches “{{keyword}}”'],
  noMatchText: [
    '筛选不含下级文件夹。换个词，或清除筛选。',
    'Folders inside this one aren’t searched. Try another word, or clear the filter.',
  ],
  clearFilter: ['清除筛选', 'Clear filter'],
  failedTitle: ['没能读取这个文件夹', 'Couldn’t load this folder'],
  unknownFolder: ['文件夹', 'Folder'],
  goneTitle: ['打不开这个文件夹', 'Can’t open this folder'],
  goneText: [
    '可能已被移动或删除，或者你没有权限查看。',
    'It may have been moved or deleted, or you don’t have access.',
  ],
  toRoot: ['回到“{{home}}”', 'Back to {{home}}'],
  trace: ['追踪号 {{traceId}}', 'Trace {{traceId}}'],
  loading: ['正在读取文件列表…', 'Loading files…'],

  // Properties
  basics: ['基本信息', 'Details'],
  location: ['位置', 'Location'],
  createdBy: ['创建人', 'Created by'],
  createdWhen: ['创建', 'Created'],
  modifiedWhen: ['修改', 'Modified'],
  contains: ['内容', 'Contents'],
  containsValue: ['{{folders}}、{{files}}', '{{folders}}, {{files}}'],
  versions: ['历史版本', 'Versions'],
  current: ['当前', 'Current'],
  checksum: ['SHA-256', 'SHA-256'],
  copyChecksum: ['复制 SHA-256', 'Copy SHA-256'],
  checksumCopied: ['已复制 SHA-256', 'SHA-256 copied'],
  panelEmpty: ['选择一项，查看它的属性。', 'Select something to see its properties.'],
  panelMany: ['已选 {{count}} 项', { one: '{{count}} item selected', other: '{{count}} items selected' }],
  totalSize: ['合计', 'Total'],
  close: ['关闭', 'Close'],
  retry: ['重试', 'Retry'],
})
