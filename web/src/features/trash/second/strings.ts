import { texts } from '../../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of the administrators' recycle bin. */
export const t = texts('second-trash', {
  title: ['二级回收站', 'Second recycle bin'],
  list: ['二级回收站里的文件', 'Files in the second recycle bin'],
  holds: ['{{items}} · {{size}}', '{{items}} · {{size}}'],
  items: ['{{count}} 项', n('{{count}} item', '{{count}} items')],
  itemsMore: ['{{count}} 项以上', 'More than {{count}} items'],
  search: ['文件名', 'File name'],
  owner: ['所属', 'Owner'],
  ownerSearch: ['姓名、账号或群组名', 'Name, account or group'],
  anybody: ['全部', 'Anyone'],
  kind: ['空间', 'Space'],
  all: ['全部', 'All'],
  user: ['个人文件', 'Personal files'],
  group: ['群组文件', 'Group files'],
  deleted: ['删除时间', 'Deleted'],
  is: ['{{label}}：', '{{label}}: '],

  name: ['名称 / 原位置', 'Name / where it was'],
  whose: ['所属空间', 'Space'],
  deletedAt: ['删除', 'Deleted'],
  left: ['剩余时间', 'Time left'],
  size: ['大小', 'Size'],
  files: ['{{count}} 个文件', n('{{count}} file', '{{count}} files')],
  personal: ['个人文件', 'Personal files'],
  groups: ['群组文件', 'Group files'],
  personGone: ['已离职', 'Left'],
  groupGone: ['已解散', 'Dissolved'],
  by: ['{{who}} 删除', 'by {{who}}'],

  selected: ['已选 {{count}} 项', n('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  clearSelection: ['取消选择', 'Clear selection'],
  selectAll: ['全选', 'Select all'],
  restore: ['还原到原位置', 'Restore'],
  restoreTo: ['还原给他人…', 'Restore to someone…'],
  remove: ['彻底删除', 'Delete for good'],
  onlyOf: ['只看“{{name}}”的', 'Only those of {{name}}'],
  more: ['更多操作', 'More actions'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  nothingSelected: ['先选择要操作的文件。', 'Select something first.'],

  restored: ['已还原 {{count}} 项', n('Restored {{count}} item', 'Restored {{count}} items')],
  restoredOne: ['“{{name}}”已还原给 {{owner}}', 'Restored {{name}} to {{owner}}'],
  restoredAs: ['已还原给 {{owner}}，改名为“{{name}}”', 'Restored to {{owner}} as {{name}}'],
  restoredTo: [
    '已把 {{count}} 项还原给 {{owner}}',
    n('Restored {{count}} item to {{owner}}', 'Restored {{count}} items to {{owner}}'),
  ],
  notRestored: ['还原失败', 'Not restored'],

  toTitle: ['还原给他人', 'Restore to someone'],
  toSubject: ['{{items}} · {{size}}', '{{items}} · {{size}}'],
  toPerson: ['接收人', 'Receiver'],
  toSearch: ['姓名或账号', 'Name or account'],
  toChoose: ['选择接收人', 'Choose someone'],
  toText: [
    '会放进对方个人文件的最上层，占用对方的空间；同名的自动改名。',
    'They go to the top of that person’s files and use that person’s space. Equal names are numbered.',
  ],
  toGone: [
    '{{count}} 项的原所有者已不在，只能还原给他人。',
    n(
      'The owner of {{count}} item is gone; it can only go to someone else.',
      'The owners of {{count}} items are gone; they can only go to someone else.',
    ),
  ],
  toMissing: ['选择接收人', 'Choose who gets it'],
  toConfirm: ['还原 {{count}} 项', n('Restore {{count}} item', 'Restore {{count}} items')],
  cancel: ['取消', 'Cancel'],

  removeOneTitle: ['彻底删除“{{name}}”？', 'Delete {{name}} for good?'],
  removeTitle: [
    '彻底删除 {{count}} 项？',
    n('Delete {{count}} item for good?', 'Delete {{count}} items for good?'),
  ],
  removeText: [
    '共 {{files}}，{{size}}。删除后任何人都无法还原，并记入日志。',
    '{{files}}, {{size}}. Nobody can bring them back. This goes into the audit log.',
  ],
  removed: [
    '已彻底删除 {{count}} 项',
    n('Deleted {{count}} item for good', 'Deleted {{count}} items for good'),
  ],
  notRemoved: ['删除失败', 'Not deleted'],

  note: [
    '个人和群组的回收站清空或到期后，文件在这里再保留 {{days}} 天，不占用任何人的空间。',
    'What people and groups let go stays here for {{days}} more days and uses nobody’s space.',
  ],
  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],
  nothingTitle: ['二级回收站是空的', 'The second recycle bin is empty'],
  nothingText: [
    '从回收站清除的文件会在这里保留 {{days}} 天。',
    'What people clear from their recycle bins stays here for {{days}} days.',
  ],
  noMatchTitle: ['没有符合条件的文件', 'No files match'],
  noMatchText: ['换个条件，或清除筛选。', 'Try other filters, or clear them.'],
  clearFilters: ['清除筛选', 'Clear filters'],
  failedTitle: ['无法加载二级回收站', 'Couldn’t load the second recycle bin'],
  chosenSpace: ['所选空间', 'The chosen space'],
})
