import { texts } from '../../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of the search among the files of all people and groups. */
export const t = texts('admin-found', {
  title: ['搜索全部文件', 'Search all files'],
  back: ['返回文件管理', 'Back to file management'],
  list: ['找到的文件', 'Files found'],
  search: ['文件或文件夹的名称', 'Name of a file or folder'],
  items: ['{{count}} 项', n('{{count}} item', '{{count}} items')],

  is: ['{{label}}：', '{{label}}: '],
  kind: ['空间', 'Space'],
  all: ['全部', 'All'],
  person: ['个人文件', 'Personal files'],
  group: ['群组文件', 'Group files'],
  department: ['部门文件', 'Department files'],
  owner: ['所属', 'Owner'],
  ownerSearch: ['姓名、账号或群组名', 'Name, account or group'],
  anybody: ['全部', 'Anyone'],
  chosenSpace: ['所选空间', 'The chosen space'],
  changed: ['修改时间', 'Modified'],

  name: ['名称', 'Name'],
  place: ['位置', 'Location'],
  whose: ['所属空间', 'Space'],
  size: ['大小', 'Size'],
  by: ['{{who}}', 'by {{who}}'],

  open: ['打开文件夹', 'Open folder'],
  openPlace: ['打开所在文件夹', 'Open its folder'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],

  manyTitle: ['匹配的文件不止这些', 'There are more matches'],
  manyText: [
    '只列出最近修改的 {{count}} 项。请选择空间或时间范围，或',
    n(
      'Only the item modified last is listed. Choose a space or a time range, or ',
      'Only the {{count}} items modified last are listed. Choose a space or a time range, or ',
    ),
  ],
  narrow: ['换个关键词', 'change the words'],
  period: ['。', '.'],
  olderTitle: ['更早修改的文件没有查找', 'Older files were not searched'],
  olderText: [
    '文件很多，只查找了最近修改的部分。请选择更早的时间范围。',
    'There are very many files, so only those modified lately were searched. Choose an earlier time range.',
  ],

  nothing: ['没有找到文件', 'No files found'],
  nothingText: ['换个关键词，或放宽条件。', 'Try other words or fewer filters.'],
  nothingLately: ['最近修改的文件中没有找到', 'Nothing found among files modified lately'],
  nothingLatelyText: [
    '更早修改的文件没有查找，请选择更早的时间范围。',
    'Older files were not searched. Choose an earlier time range.',
  ],
  clearFilters: ['清除条件', 'Clear filters'],
  failed: ['没能搜索文件', 'Couldn’t search the files'],
})
