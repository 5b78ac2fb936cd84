import { texts } from '../../lib/i18n.ts'

/** Words of the page of internal shares. */
export const t = texts('shares', {
  title: ['内部共享', 'Internal sharing'],
  received: ['收到的共享', 'Shared with me'],
  published: ['我发起的', 'Shared by me'],
  lists: ['共享列表', 'Lists of shares'],
  receivedList: ['收到的共享', 'Shared with me'],
  publishedList: ['我发起的共享', 'Shared by me'],
  shown: ['已显示 {{shown}} 项，共 {{total}} 项', '{{shown}} of {{total}} shown'],
  search: ['搜索文件名', 'Search by file name'],

  name: ['名称', 'Name'],
  owner: ['所有者', 'Owner'],
  sharedWith: ['共享给', 'Shared with'],
  role: ['我的权限', 'My access'],
  people: ['人数', 'People'],
  created: ['共享时间', 'Shared'],
  ends: ['到期时间', 'Expires'],
  forever: ['永久有效', 'Never'],
  between: ['、', ', '],
  and: ['{{names}} 等 {{count}} 人', '{{names}} and others ({{count}} total)'],

  open: ['打开', 'Open'],
  preview: ['预览', 'Preview'],
  download: ['下载', 'Download'],
  manage: ['管理共享…', 'Manage sharing…'],
  details: ['属性', 'Properties'],
  notFound: ['无法打开', 'Couldn’t open it'],
  openLocation: ['打开所在位置', 'Open location'],
  stop: ['停止共享', 'Stop sharing'],
  leave: ['退出共享', 'Leave share'],
  menuOfMany: ['{{count}} 项的操作', 'Actions for {{count}} items'],
  selected: ['已选 {{count}} 项', { one: '{{count}} selected', other: '{{count}} selected' }],
  selectionActions: ['对所选项目的操作', 'Actions for the selection'],
  nothingSelected: ['请先选择共享', 'Select a share first'],

  stopOneTitle: ['停止共享“{{name}}”？', 'Stop sharing {{name}}?'],
  stopTitle: ['停止 {{count}} 项共享？', { one: 'Stop {{count}} share?', other: 'Stop {{count}} shares?' }],
  stopText: [
    '{{people}} 人将失去访问权限，文件仍保留在所有者处。',
    {
      one: '{{people}} person will lose access. The owner keeps the files.',
      other: '{{people}} people will lose access. The owner keeps the files.',
    },
  ],
  stopped: ['已停止 {{count}} 项共享', { one: 'Stopped {{count}} share', other: 'Stopped {{count}} shares' }],
  notStopped: ['停止共享失败', 'Couldn’t stop sharing'],
  leaveOneTitle: ['退出共享“{{name}}”？', 'Leave {{name}}?'],
  leaveTitle: [
    '退出 {{count}} 项共享？',
    { one: 'Leave {{count}} share?', other: 'Leave {{count}} shares?' },
  ],
  leaveText: [
    '你将无法再打开，除非所有者重新共享给你。',
    'You’ll lose access unless the owner shares it with you again.',
  ],
  left: ['已退出 {{count}} 项共享', { one: 'Left {{count}} share', other: 'Left {{count}} shares' }],
  leftStays: [
    '“{{name}}”仍在列表中，因为它也共享给了你所在的“{{via}}”',
    '“{{name}}” stays in the list because it’s also shared with “{{via}}”',
  ],
  notLeft: ['退出共享失败', 'Couldn’t leave'],

  noReceivedTitle: ['没有收到共享', 'Nothing shared with you yet'],
  noReceivedText: [
    '同事共享给你的文件和文件夹会显示在这里。',
    'Files and folders that colleagues share with you appear here.',
  ],
  noPublishedTitle: ['还没有共享过文件', 'You haven’t shared anything yet'],
  noPublishedText: [
    '在个人文件中选择文件或文件夹，点“内部共享”。',
    'Select files or folders in Personal files, then click Share.',
  ],
  toFiles: ['前往个人文件', 'Go to Personal files'],
  noMatchTitle: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  noMatchText: ['请检查错别字，或换个词。', 'Check the spelling, or try another word.'],
  clearSearch: ['清除搜索', 'Clear search'],
  failedTitle: ['无法加载共享', 'Couldn’t load shares'],
})
