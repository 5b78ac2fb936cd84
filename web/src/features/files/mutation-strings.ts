import { plural, texts } from '../../lib/i18n.ts'

/** Texts of the lazily loaded mutations; not in the first load. */
export const t = texts('files-changing', {
  locationCopied: ['链接已复制', 'Link copied'],
  locationNotCopied: [
    '复制失败，浏览器不允许访问剪贴板。',
    'Couldn’t copy: your browser blocked the clipboard.',
  ],
  nothingToPaste: ['剪贴板里没有文件', 'Nothing to paste'],
  alreadyHere: ['已在这个文件夹里', 'Already in this folder'],
  moved: [
    '已移动 {{count}} 项到“{{target}}”',
    plural('Moved {{count}} item to {{target}}', 'Moved {{count}} items to {{target}}'),
  ],
  copied: [
    '已复制 {{count}} 项到“{{target}}”',
    plural('Copied {{count}} item to {{target}}', 'Copied {{count}} items to {{target}}'),
  ],
  copying: [
    '正在复制 {{count}} 项到“{{target}}”',
    plural('Copying {{count}} item to {{target}}', 'Copying {{count}} items to {{target}}'),
  ],
  moving: [
    '正在移动 {{count}} 项到“{{target}}”',
    plural('Moving {{count}} item to {{target}}', 'Moving {{count}} items to {{target}}'),
  ],
  skipped: [
    '已跳过 {{count}} 个同名项',
    plural('Skipped {{count}} item that already exists', 'Skipped {{count}} items that already exist'),
  ],
  removed: [
    '已将 {{count}} 项移入回收站',
    plural('Moved {{count}} item to the recycle bin', 'Moved {{count}} items to the recycle bin'),
  ],
  removedOne: ['“{{name}}”已移入回收站', 'Moved {{name}} to the recycle bin'],
  renamed: ['已重命名为“{{name}}”', 'Renamed to {{name}}'],
  favoriteSet: ['已收藏', 'Added to favorites'],
  favoriteCleared: ['已取消收藏', 'Removed from favorites'],

  // Undoing
  undoingMove: [
    '正在撤销移动 {{count}} 项',
    plural('Undoing move of {{count}} item', 'Undoing move of {{count}} items'),
  ],
  undoingCopy: [
    '正在撤销复制 {{count}} 项',
    plural('Undoing copy of {{count}} item', 'Undoing copy of {{count}} items'),
  ],
  nothingToUndo: ['没有可撤销的操作', 'Nothing to undo'],
  notUndone: ['撤销失败：{{reason}}', 'Couldn’t undo: {{reason}}'],
  undoneMoveOne: ['已撤销移动“{{name}}”', 'Move of {{name}} undone'],
  undoneMove: [
    '已撤销移动 {{count}} 项',
    plural('Move of {{count}} item undone', 'Move of {{count}} items undone'),
  ],
  undoneCopyOne: ['已撤销复制“{{name}}”，副本已移入回收站', 'Copy undone; {{name}} is in the recycle bin'],
  undoneCopy: [
    '已撤销复制 {{count}} 项，副本已移入回收站',
    plural(
      'Copy undone; {{count}} copy is in the recycle bin',
      'Copy undone; {{count}} copies are in the recycle bin',
    ),
  ],
  undoneRename: ['已撤销重命名，恢复为“{{name}}”', 'Rename undone: {{name}}'],
  undoneRemoveOne: ['已还原“{{name}}”', 'Restored {{name}}'],
  undoneRemove: ['已还原 {{count}} 项', plural('Restored {{count}} item', 'Restored {{count}} items')],

  // Deleting
  removeOneTitle: ['把“{{name}}”移入回收站？', 'Move {{name}} to the recycle bin?'],
  removeFilesTitle: [
    '把 {{count}} 个文件移入回收站？',
    plural('Move {{count}} file to the recycle bin?', 'Move {{count}} files to the recycle bin?'),
  ],
  removeItemsTitle: [
    '把 {{count}} 项移入回收站？',
    plural('Move {{count}} item to the recycle bin?', 'Move {{count}} items to the recycle bin?'),
  ],
  removeText: [
    '{{days}} 天内可以还原。',
    plural('You can restore it within {{days}} days.', 'You can restore them within {{days}} days.'),
  ],
  removeFolderText: [
    '文件夹中的内容会一并移入，{{days}} 天内可以还原。',
    'Everything inside goes too. You can restore it within {{days}} days.',
  ],
  removeConfirm: ['移入回收站', 'Move to recycle bin'],
  dontAskTouch: ['不再询问（删除后可撤销）', 'Don’t ask again (you can undo)'],
  dontAsk: ['不再询问（可按 Ctrl+Z 撤销）', 'Don’t ask again (undo with Ctrl+Z)'],
})
