import { texts } from '../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of the recycle bin. */
export const t = texts('trash', {
  title: ['回收站', 'Recycle Bin'],
  ofGroup: ['“{{name}}”的回收站', 'Recycle bin of {{name}}'],
  backToGroup: ['返回群组', 'Back to the group'],
  nothingOfGroup: [
    '从群组删除的文件会在这里保留 {{days}} 天，占用群组的空间。',
    'Files deleted from the group stay here for {{days}} days and use its space.',
  ],
  holds: ['{{items}}，占用 {{size}}', '{{items}}, {{size}}'],
  items: ['{{count}} 项', n('{{count}} item', '{{count}} items')],
  search: ['按文件名查找', 'Search by name'],
  empty: ['清空回收站', 'Empty recycle bin'],
  hint: ['勾选后可以还原或彻底删除。', 'Select items to restore or delete forever.'],
  list: ['回收站里的文件', 'Files in the recycle bin'],

  name: ['文件名', 'Name'],
  deletedBy: ['删除人', 'Deleted by'],
  from: ['原位置', 'Original location'],
  deletedAt: ['删除时间', 'Deleted'],
  left: ['剩余时间', 'Time left'],
  size: ['大小', 'Size'],
  columns: ['显示的列', 'Columns'],
  folderGone: ['（原文件夹已删除）', ' (folder deleted)'],
  daysLeft: ['剩 {{count}} 天', n('{{count}} day left', '{{count}} days left')],
  lastDay: ['不到 1 天', 'Less than a day'],
  root: ['个人文件', 'Personal File'],

  selected: ['已选 {{count}} 项', n('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  clearSelection: ['取消选择', 'Clear selection'],
  restore: ['还原到原位置', 'Restore'],
  restoreTo: ['还原到…', 'Restore to…'],
  remove: ['彻底删除', 'Delete forever'],
  selectAll: ['全选', 'Select all'],
  refresh: ['刷新', 'Refresh'],
  more: ['更多操作', 'More actions'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  nothingSelected: ['先选择要操作的文件。', 'Select something first.'],

  restored: ['已还原 {{count}} 项', n('Restored {{count}} item', 'Restored {{count}} items')],
  restoredOne: ['“{{name}}”已还原', 'Restored {{name}}'],
  restoredAs: ['已还原为“{{name}}”', 'Restored as {{name}}'],
  inNewFolder: [
    '{{restored}}。原文件夹已删除，放在重新建立的同名文件夹里。',
    '{{restored}}. The deleted folder was made again.',
  ],
  openLocation: ['打开所在位置', 'Open location'],
  notRestored: ['没有还原', 'Not restored'],

  sameDeletion: ['查看同一次删除', 'Show what was deleted with it'],
  ofDeletion: ['{{who}}一次删除了这 {{items}}', '{{items}}, deleted together by {{who}}'],
  restoreDeletion: ['还原这次删除', 'Restore this deletion'],
  wholeBin: ['显示整个回收站', 'Show the whole bin'],
  deletionGoneTitle: ['这次删除的内容已不在回收站', 'Nothing of this deletion is left here'],
  deletionGoneText: ['可能已还原或彻底删除。', 'It was restored, or deleted forever.'],

  removeOneTitle: ['彻底删除“{{name}}”？', 'Delete {{name}} forever?'],
  removeTitle: [
    '彻底删除 {{count}} 项？',
    n('Delete {{count}} item forever?', 'Delete {{count}} items forever?'),
  ],
  removeText: [
    '你将无法再还原，立即腾出 {{size}}。管理员还能找回 {{days}} 天。',
    'You can’t get it back yourself, and {{size}} is free at once. Administrators can for {{days}} more days.',
  ],
  removed: [
    '已彻底删除 {{count}} 项',
    n('Deleted {{count}} item forever', 'Deleted {{count}} items forever'),
  ],
  notRemoved: ['没有删除', 'Not deleted'],
  emptyTitle: ['清空回收站？', 'Empty the recycle bin?'],
  emptyText: [
    '{{items}}（{{size}}）会从回收站移除，你将无法再还原。管理员还能找回 {{days}} 天。',
    '{{items}} ({{size}}) will leave the bin. You can’t get them back yourself; administrators can for {{days}} more days.',
  ],
  emptied: ['回收站已清空，腾出 {{size}}', 'Recycle bin emptied, {{size}} freed'],
  notEmptied: ['没有清空', 'Not emptied'],

  note: [
    '删除 {{days}} 天后自动清除。还在回收站里的文件仍占用空间。',
    'Deleted forever after {{days}} days. Until then, items use space.',
  ],
  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],

  nothingTitle: ['回收站是空的', 'The recycle bin is empty'],
  nothingText: [
    '删除的文件会在这里保留 {{days}} 天，可以随时还原。',
    'You can restore deleted files here for {{days}} days.',
  ],
  noMatchTitle: ['没有找到“{{keyword}}”', 'No match for “{{keyword}}”'],
  noMatchText: ['换个词，或清除查找。', 'Try another word, or clear the search.'],
  clearSearch: ['清除查找', 'Clear search'],
  failedTitle: ['无法加载回收站', 'Couldn’t load the recycle bin'],
  trace: ['追踪号 {{traceId}}', 'Trace {{traceId}}'],
})
