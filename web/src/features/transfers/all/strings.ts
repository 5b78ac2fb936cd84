import { texts } from '../../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of everybody's unfinished uploads. */
export const t = texts('all-uploads', {
  title: ['未完成的上传', 'Unfinished uploads'],
  list: ['未完成的上传', 'Unfinished uploads'],
  holds: ['{{uploads}} · 预留 {{size}}', '{{uploads}} · {{size}} set aside'],
  uploads: ['{{count}} 个上传', n('{{count}} upload', '{{count}} uploads')],
  search: ['上传者姓名或账号', 'Uploader’s name or account'],

  name: ['名称 / 目标位置', 'Name / goes to'],
  hidden: ['位置不可见', 'Place not shown to you'],
  person: ['上传者', 'Uploaded by'],
  size: ['已收到 / 大小', 'Received / size'],
  received: ['{{received}} / {{size}}', '{{received}} / {{size}}'],
  receivedOf: ['“{{name}}”已收到的部分', 'Received of {{name}}'],
  part: ['每片 {{size}}', '{{size}} a part'],
  begun: ['开始', 'Started'],
  running: ['上传中', 'Uploading'],
  lastReceived: ['最近收到：{{time}}', 'Last received {{time}}'],
  nothingYet: ['还没有收到内容', 'Nothing received yet'],
  idleSince: ['{{time}} 起中断', 'Idle since {{time}}'],
  unknown: ['未知', 'Unknown'],
  unknownNow: ['进度未知', 'Progress unknown'],
  unknownWhy: [
    '存放它的存储桶没有回答，看不到收到了多少。',
    'Its bucket doesn’t answer, so nobody can tell how much has come.',
  ],
  expires: ['保留至', 'Kept until'],
  daysLeft: ['剩 {{count}} 天', n('{{count}} day left', '{{count}} days left')],
  lastDay: ['不到 1 天', 'Last day'],

  selected: ['已选 {{count}} 项', n('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选上传的操作', 'Actions on the selection'],
  clearSelection: ['取消选择', 'Clear selection'],
  selectAll: ['全选', 'Select all'],
  frees: ['释放 {{size}}', 'frees {{size}}'],
  discard: ['取消上传', 'Cancel upload'],
  discardMany: ['取消 {{count}} 个上传', n('Cancel {{count}} upload', 'Cancel {{count}} uploads')],
  onlyOf: ['只看“{{name}}”的', 'Only those of {{name}}'],
  more: ['更多操作', 'More actions'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],

  discardOneTitle: ['取消“{{name}}”的上传？', 'Cancel the upload of {{name}}?'],
  discardTitle: ['取消 {{count}} 个上传？', n('Cancel {{count}} upload?', 'Cancel {{count}} uploads?')],
  discardText: [
    '如果还在传输，会立即中断。已收到的内容会删除，预留的 {{size}} 还给空间。上传者会看到是管理员取消的，此操作会记入日志。',
    'If it’s still running, it stops at once. What was received is deleted, and the {{size}} set aside is given back. The uploader sees that an administrator did it, and it goes into the audit log.',
  ],
  discardManyText: [
    '还在传输的会立即中断。已收到的内容会删除，预留的 {{size}} 还给空间。上传者会看到是管理员取消的，此操作会记入日志。',
    'Those still running stop at once. What was received is deleted, and the {{size}} set aside is given back. Their uploaders see that an administrator did it, and it goes into the audit log.',
  ],
  keep: ['保留', 'Keep'],
  discarded: ['已取消 {{count}} 个上传', n('Canceled {{count}} upload', 'Canceled {{count}} uploads')],
  notDiscarded: ['没能取消', 'Not canceled'],

  note: [
    '每人最多同时有 {{max}} 个未完成的上传；超过 {{days}} 天未完成的自动取消。',
    'A person has at most {{max}} unfinished uploads at a time. After {{days}} days they’re canceled automatically.',
  ],
  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],
  nothingTitle: ['没有未完成的上传', 'No unfinished uploads'],
  nothingText: [
    '正在进行、暂停或中断的上传会列在这里。',
    'Uploads that are running, paused or broken off show here.',
  ],
  noMatchTitle: ['没有符合条件的上传', 'No uploads match'],
  noMatchText: ['换个条件，或清除筛选。', 'Try other words, or clear the filter.'],
  clearFilters: ['清除筛选', 'Clear filter'],
  failedTitle: ['没能读取未完成的上传', 'Couldn’t load unfinished uploads'],
})
