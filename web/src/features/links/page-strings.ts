import { plural, texts } from '../../lib/i18n.ts'

/** Words of the page of one's external links. */
export const t = texts('links', {
  title: ['外链分享', 'External link sharing'],
  count: ['{{count}} 个外链', plural('{{count}} link', '{{count}} links')],
  list: ['我的外链', 'My links'],
  search: ['搜索文件名或备注', 'Search by file name or note'],
  requests: ['外发申请', 'Requests'],
  status: ['状态', 'Status'],
  name: ['名称', 'Name'],
  visitor: ['谁可以打开', 'Who can open'],
  several: ['等 {{count}} 项', '{{count}} items'],
  ends: ['有效期', 'Expires'],
  visits: ['访问次数', 'Visits'],
  createTime: ['创建时间', 'Created'],
  syncSyncing: ['正在同步到其他站点', 'Syncing to other sites'],
  syncFinished: ['已同步到其他站点', 'Synced to other sites'],
  syncFailed: ['未能同步到其他站点', 'Not synced to other sites'],

  selected: ['已选 {{count}} 个', plural('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选外链的操作', 'Actions on the selection'],
  menuOfMany: ['对 {{count}} 个外链的操作', 'Actions for {{count}} links'],
  open: ['查看外链', 'View link'],
  copyBoth: ['复制链接和提取码', 'Copy link and code'],
  copyLink: ['复制链接', 'Copy link'],
  edit: ['修改设置…', 'Settings…'],
  stop: ['停止分享', 'Stop sharing'],

  emptyTitle: ['还没有外链', 'No links yet'],
  emptyText: [
    '在文件的菜单中选“外链分享”，就能把文件发给企业外的人。',
    'Choose Share link in a file’s menu to send it to people outside the company.',
  ],
  toFiles: ['前往个人文件', 'Go to Personal files'],
  noMatchTitle: ['没有符合条件的外链', 'No links match'],
  noMatchText: ['换个词，或清除筛选。', 'Try another word, or clear the filter.'],
  failedTitle: ['无法加载外链', 'Couldn’t load your links'],
})
