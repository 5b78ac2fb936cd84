import { texts } from '../../lib/i18n.ts'

/** Texts of dragging. */
export const t = texts('files-dragging', {
  dragMove: ['移动到“{{target}}”', 'Move to {{target}}'],
  dragCopy: ['复制到“{{target}}”', 'Copy to {{target}}'],
  dragTrash: ['移入回收站', 'Move to the recycle bin'],
  dragFavorite: ['加入收藏', 'Add to favorites'],
  dragPickGroup: ['选择一个群组', 'Choose a group'],
  dragInto: ['不能移到自身里', 'Can’t move into itself'],
  dragSame: ['已在这里', 'Already here'],
  dragForbidden: ['没有移动权限', 'You can’t move this'],
  dropTitle: ['松开即可上传到“{{target}}”', 'Drop to upload to {{target}}'],
  dropCount: ['{{count}} 项', { one: '{{count}} item', other: '{{count}} items' }],
  dropSpace: ['个人空间剩余 {{size}}', '{{size}} left in your drive'],
  dropGroupSpace: ['群组空间剩余 {{size}}', '{{size}} left in this group'],
  dropUnlimited: ['不限空间', 'Unlimited space'],
  usesOwnerSpace: ['占用共享人的空间', 'Uses the owner’s space'],
})
