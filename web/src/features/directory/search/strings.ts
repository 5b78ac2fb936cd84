import { plural, texts } from '../../../lib/i18n.ts'

/** Words of the search among the files of all people and groups. */
export const t = texts('admin-found', {
  title: ['搜索全部文件', 'Search all files'],
  back: ['返回文件管理', 'Back to Files'],
  list: ['找到的文件', 'Files found'],
  search: ['文件或文件夹的名称', 'Name of a file or folder'],
  items: ['{{count}} 项', plural('{{count}} item', '{{count}} items')],

  is: ['{{label}}：', '{{label}}: '],
  kind: ['空间', 'Space'],
  person: ['个人文件', 'Personal files'],
  group: ['群组文件', 'Group files'],
  department: ['部门文件', 'Department files'],
  changed: ['修改时间', 'Modified'],

  name: ['名称', 'Name'],
  place: ['位置', 'Location'],
  whose: ['所属空间', 'Space'],
  size: ['大小', 'Size'],
  by: ['{{who}}', 'by {{who}}'],

  open: ['打开文件夹', 'Open folder'],
  openPlace: ['打开所在文件夹', 'Open containing folder'],

  manyTitle: ['还有更多匹配的文件', 'More files match'],
  manyText: [
    '仅显示最近修改的 {{count}} 项。请选择空间或时间范围，或',
    plural(
      'Only the most recently modified item is shown. Choose a space or a time range, or ',
      'Only the {{count}} most recently modified items are shown. Choose a space or a time range, or ',
    ),
  ],
  narrow: ['更换关键词', 'change the search'],
  period: ['。', '.'],
  olderTitle: ['未搜索更早修改的文件', 'Older files weren’t searched'],
  olderText: [
    '文件较多，仅搜索了最近修改的部分。请选择更早的时间范围。',
    'There are many files, so only recently modified ones were searched. Choose an earlier time range.',
  ],

  nothing: ['没有找到文件', 'No files found'],
  nothingText: ['换个关键词，或放宽条件。', 'Try another search, or fewer filters.'],
  nothingLately: ['最近修改的文件中没有找到', 'Nothing found among recently modified files'],
  nothingLatelyText: [
    '未搜索更早修改的文件，请选择更早的时间范围。',
    'Older files weren’t searched. Choose an earlier time range.',
  ],
  failed: ['搜索失败', 'Couldn’t search files'],
})
