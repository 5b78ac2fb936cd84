import { texts } from '../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of the favorites. */
export const t = texts('favorites', {
  title: ['我的收藏', 'My Favorites'],
  items: ['{{count}} 项', n('{{count}} item', '{{count}} items')],
  search: ['筛选收藏', 'Filter favorites'],
  list: ['收藏的文件', 'Favorites'],

  name: ['名称', 'Name'],
  place: ['位置', 'Location'],
  added: ['收藏时间', 'Added'],
  modified: ['修改时间', 'Modified'],
  size: ['大小', 'Size'],
  columns: ['显示的列', 'Columns'],

  selected: ['已选 {{count}} 项', n('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选项目的操作', 'Actions on the selection'],
  clearSelection: ['取消选择', 'Clear selection'],
  open: ['打开', 'Open'],
  preview: ['预览', 'Preview'],
  openLocation: ['打开所在位置', 'Open location'],
  download: ['下载', 'Download'],
  remove: ['取消收藏', 'Remove from favorites'],
  selectAll: ['全选', 'Select all'],
  refresh: ['刷新', 'Refresh'],
  more: ['更多操作', 'More actions'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],
  nothingSelected: ['先选择要操作的文件。', 'Select something first.'],

  removed: ['已取消收藏 {{count}} 项', n('Removed {{count}} favorite', 'Removed {{count}} favorites')],
  notRemoved: ['没有取消收藏', 'Favorites didn’t change'],
  undo: ['撤销', 'Undo'],
  notUndone: ['没有撤销', 'Not undone'],

  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],
  nothingTitle: ['还没有收藏', 'No favorites yet'],
  nothingTextTouch: [
    '在文件的“⋯”菜单里点“收藏”，常用的文件就会出现在这里。',
    'Choose Add to favorites in a file’s ⋯ menu to keep it here.',
  ],
  nothingText: [
    '在文件列表里按 S 或点星标，常用的文件就会出现在这里。',
    'Press S on a file, or click its star, to keep it here.',
  ],
  toFiles: ['去个人文件', 'Go to Personal File'],
  noMatchTitle: ['没有找到“{{keyword}}”', 'No match for “{{keyword}}”'],
  noMatchText: ['换个词，或清除筛选。', 'Try another word, or clear the filter.'],
  clearFilter: ['清除筛选', 'Clear filter'],
  failedTitle: ['无法加载收藏', 'Couldn’t load your favorites'],
  trace: ['追踪号 {{traceId}}', 'Trace {{traceId}}'],
})
