import { plural, texts } from '../../lib/i18n.ts'

/** Words of the favorites. */
export const t = texts('favorites', {
  title: ['我的收藏', 'My favorites'],
  items: ['{{count}} 项', plural('{{count}} item', '{{count}} items')],
  search: ['筛选收藏', 'Filter favorites'],
  list: ['收藏的文件', 'Favorites'],

  name: ['名称', 'Name'],
  place: ['位置', 'Location'],
  added: ['收藏时间', 'Added'],
  modified: ['修改时间', 'Modified'],
  size: ['大小', 'Size'],

  selected: ['已选 {{count}} 项', plural('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  open: ['打开', 'Open'],
  preview: ['预览', 'Preview'],
  openLocation: ['打开所在位置', 'Open location'],
  download: ['下载', 'Download'],
  remove: ['取消收藏', 'Remove from favorites'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  nothingSelected: ['请先选择文件。', 'Select a file first.'],

  removed: ['已取消收藏 {{count}} 项', plural('{{count}} favorite removed', '{{count}} favorites removed')],
  notRemoved: ['取消收藏失败', 'Couldn’t remove'],
  undo: ['撤销', 'Undo'],
  notUndone: ['撤销失败', 'Couldn’t undo'],

  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],
  nothingTitle: ['还没有收藏', 'No favorites yet'],
  nothingTextTouch: [
    '在文件的“⋯”菜单中点“收藏”，即可在这里快速找到。',
    'Tap Add to favorites in a file’s ⋯ menu to find it here.',
  ],
  nothingText: [
    '在文件列表中按 S 或点星标，即可在这里快速找到。',
    'Press S on a file or click its star to find it here.',
  ],
  toFiles: ['前往个人文件', 'Go to Personal files'],
  noMatchTitle: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  noMatchText: ['换个词，或清除筛选。', 'Try another word, or clear the filter.'],
  clearFilter: ['清除筛选', 'Clear filter'],
  failedTitle: ['无法加载收藏', 'Couldn’t load your favorites'],
})
