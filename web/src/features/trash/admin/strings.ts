import { plural, texts } from '../../../lib/i18n.ts'

/** Words of the administrators' recycle bin. */
export const t = texts('second-trash', {
  title: ['管理员回收站', 'Admin recycle bin'],
  list: ['管理员回收站中的文件', 'Files in the admin recycle bin'],
  holds: ['{{items}} · {{size}}', '{{items}} · {{size}}'],
  items: ['{{count}} 项', plural('{{count}} item', '{{count}} items')],
  itemsMore: ['{{count}} 项以上', 'More than {{count}} items'],
  search: ['文件名', 'File name'],
  kind: ['空间', 'Space'],
  user: ['个人文件', 'Personal files'],
  group: ['群组文件', 'Group files'],
  deleted: ['删除时间', 'Deleted'],
  is: ['{{label}}：', '{{label}}: '],

  name: ['名称 / 原位置', 'Name / original location'],
  whose: ['所属空间', 'Space'],
  deletedAt: ['删除', 'Deleted'],
  left: ['剩余时间', 'Time left'],
  size: ['大小', 'Size'],
  files: ['{{count}} 个文件', plural('{{count}} file', '{{count}} files')],
  personal: ['个人文件', 'Personal files'],
  groups: ['群组文件', 'Group files'],
  personGone: ['已离职', 'Offboarded'],
  groupGone: ['已解散', 'Deleted'],
  by: ['{{who}} 删除', 'by {{who}}'],

  selected: ['已选 {{count}} 项', plural('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  restore: ['还原到原位置', 'Restore'],
  restoreTo: ['还原给其他人…', 'Restore to another person…'],
  remove: ['彻底删除', 'Delete permanently'],
  onlyOf: ['只看“{{name}}”的文件', 'Only files of {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  nothingSelected: ['请先选择文件。', 'Select a file first.'],

  restored: ['已还原 {{count}} 项', plural('Restored {{count}} item', 'Restored {{count}} items')],
  restoredOne: ['“{{name}}”已还原给 {{owner}}', 'Restored {{name}} to {{owner}}'],
  restoredAs: ['已还原给 {{owner}}，重命名为“{{name}}”', 'Restored to {{owner}} as {{name}}'],
  restoredTo: [
    '已将 {{count}} 项还原给 {{owner}}',
    plural('Restored {{count}} item to {{owner}}', 'Restored {{count}} items to {{owner}}'),
  ],
  notRestored: ['还原失败', 'Couldn’t restore'],

  toTitle: ['还原给其他人', 'Restore to another person'],
  toSubject: ['{{items}} · {{size}}', '{{items}} · {{size}}'],
  toPerson: ['接收人', 'Recipient'],
  toSearch: ['姓名或账号', 'Name or account'],
  toChoose: ['选择接收人', 'Choose a person'],
  toText: [
    '文件会放在对方个人文件的根目录，占用对方空间，同名时自动重命名。',
    'Items go to the top of the person’s files and use their space. Duplicate names are numbered.',
  ],
  toGone: [
    '{{count}} 项的原所有者已不存在，只能还原给其他人。',
    plural(
      'The owner of {{count}} item no longer exists. Restore it to another person.',
      'The owners of {{count}} items no longer exist. Restore them to another person.',
    ),
  ],
  toMissing: ['请选择接收人', 'Choose a person'],
  toConfirm: ['还原 {{count}} 项', plural('Restore {{count}} item', 'Restore {{count}} items')],
  cancel: ['取消', 'Cancel'],

  removeOneTitle: ['彻底删除“{{name}}”？', 'Delete {{name}} permanently?'],
  removeTitle: [
    '彻底删除 {{count}} 项？',
    plural('Delete {{count}} item permanently?', 'Delete {{count}} items permanently?'),
  ],
  removeText: [
    '共 {{files}}，{{size}}。删除后任何人都无法还原，操作会记入日志。',
    '{{files}}, {{size}}. No one can restore them. The audit log records this.',
  ],
  removed: [
    '已彻底删除 {{count}} 项',
    plural('Deleted {{count}} item permanently', 'Deleted {{count}} items permanently'),
  ],
  notRemoved: ['删除失败', 'Couldn’t delete'],

  note: [
    '从回收站清除或到期的文件在这里再保留 {{days}} 天，不占用任何人的空间。',
    'Files cleared from recycle bins stay here for {{days}} more days and use no one’s space.',
  ],
  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],
  nothingTitle: ['管理员回收站是空的', 'The admin recycle bin is empty'],
  nothingText: [
    '从回收站清除的文件在这里保留 {{days}} 天。',
    'Files cleared from recycle bins stay here for {{days}} days.',
  ],
  noMatchTitle: ['没有符合条件的文件', 'No files match'],
  noMatchText: ['换个条件，或清除筛选。', 'Try other filters, or clear them.'],
  failedTitle: ['无法加载管理员回收站', 'Couldn’t load the admin recycle bin'],
})
