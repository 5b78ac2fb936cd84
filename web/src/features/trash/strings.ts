import { plural, texts } from '../../lib/i18n.ts'

/** Words of the recycle bin. */
export const t = texts('trash', {
  title: ['回收站', 'Recycle bin'],
  ofGroup: ['“{{name}}”的回收站', 'Recycle bin of {{name}}'],
  backToGroup: ['返回群组', 'Back to the group'],
  nothingOfGroup: [
    '从群组删除的文件在这里保留 {{days}} 天，仍占用群组空间。',
    'Files deleted from the group stay here for {{days}} days and still use its space.',
  ],
  holds: ['{{items}}，占用 {{size}}', '{{items}}, {{size}}'],
  items: ['{{count}} 项', plural('{{count}} item', '{{count}} items')],
  search: ['搜索文件名', 'Search by name'],
  empty: ['清空回收站', 'Empty recycle bin'],
  hint: ['选择文件后可以还原或彻底删除。', 'Select items to restore or delete them permanently.'],
  list: ['回收站中的文件', 'Files in the recycle bin'],

  name: ['文件名', 'Name'],
  deletedBy: ['删除人', 'Deleted by'],
  from: ['原位置', 'Original location'],
  deletedAt: ['删除时间', 'Deleted'],
  left: ['剩余时间', 'Time left'],
  size: ['大小', 'Size'],
  folderGone: ['（原文件夹已删除）', ' (folder deleted)'],
  daysLeft: ['剩 {{count}} 天', plural('{{count}} day left', '{{count}} days left')],
  lastDay: ['不足 1 天', 'Less than a day'],
  root: ['个人文件', 'Personal files'],

  selected: ['已选 {{count}} 项', plural('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  restore: ['还原到原位置', 'Restore'],
  restoreTo: ['还原到…', 'Restore to…'],
  remove: ['彻底删除', 'Delete permanently'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  nothingSelected: ['请先选择文件。', 'Select a file first.'],

  restored: ['已还原 {{count}} 项', plural('Restored {{count}} item', 'Restored {{count}} items')],
  restoredOne: ['“{{name}}”已还原', 'Restored {{name}}'],
  restoredAs: ['已还原为“{{name}}”', 'Restored as {{name}}'],
  inNewFolder: [
    '{{restored}}。原文件夹已删除，已重新创建同名文件夹。',
    '{{restored}}. Its deleted folder was recreated.',
  ],
  openLocation: ['打开所在位置', 'Open location'],
  notRestored: ['还原失败', 'Couldn’t restore'],

  sameDeletion: ['查看同一次删除的内容', 'Show items deleted together'],
  ofDeletion: ['{{who}}一次删除的 {{items}}', '{{items}} deleted together by {{who}}'],
  restoreDeletion: ['全部还原', 'Restore all'],
  wholeBin: ['显示全部', 'Show all'],
  deletionGoneTitle: ['这次删除的内容已不在回收站', 'These items are no longer in the recycle bin'],
  deletionGoneText: ['可能已还原或彻底删除。', 'They were restored or deleted permanently.'],

  removeOneTitle: ['彻底删除“{{name}}”？', 'Delete {{name}} permanently?'],
  removeTitle: [
    '彻底删除 {{count}} 项？',
    plural('Delete {{count}} item permanently?', 'Delete {{count}} items permanently?'),
  ],
  removeText: [
    '你将无法还原，并释放 {{size}}。管理员在 {{days}} 天内仍可找回。',
    'You can’t restore it yourself, and {{size}} is freed. Administrators can restore it for {{days}} more days.',
  ],
  removed: [
    '已彻底删除 {{count}} 项',
    plural('Deleted {{count}} item permanently', 'Deleted {{count}} items permanently'),
  ],
  notRemoved: ['删除失败', 'Couldn’t delete'],
  emptyTitle: ['清空回收站？', 'Empty the recycle bin?'],
  emptyText: [
    '{{items}}（{{size}}）将从回收站移除，你无法还原。管理员在 {{days}} 天内仍可找回。',
    '{{items}} ({{size}}) will be removed. You can’t restore them yourself; administrators can for {{days}} more days.',
  ],
  emptied: ['回收站已清空，释放 {{size}}', 'Recycle bin emptied, {{size}} freed'],
  notEmptied: ['清空失败', 'Couldn’t empty the recycle bin'],

  note: [
    '删除 {{days}} 天后自动清除，此前仍占用空间。',
    'Items are deleted permanently after {{days}} days. Until then they use space.',
  ],
  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],

  nothingTitle: ['回收站是空的', 'The recycle bin is empty'],
  nothingText: [
    '删除的文件在这里保留 {{days}} 天，可随时还原。',
    'Deleted files stay here for {{days}} days. You can restore them at any time.',
  ],
  noMatchTitle: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  noMatchText: ['换个词，或清除搜索。', 'Try another word, or clear the search.'],
  clearSearch: ['清除搜索', 'Clear search'],
  failedTitle: ['无法加载回收站', 'Couldn’t load the recycle bin'],
})
