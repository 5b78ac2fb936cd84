import { plural, texts } from '../../../lib/i18n.ts'

/** Texts of the page with all unfinished uploads. */
export const t = texts('all-uploads', {
  title: ['未完成的上传', 'Unfinished uploads'],
  list: ['未完成的上传', 'Unfinished uploads'],
  holds: ['{{uploads}} · 占用 {{size}}', '{{uploads}} · {{size}} reserved'],
  uploads: ['{{count}} 个上传', plural('{{count}} upload', '{{count}} uploads')],
  search: ['上传者姓名或账号', 'Uploader’s name or account'],

  name: ['名称 / 目标位置', 'Name / destination'],
  hidden: ['位置不可见', 'Location hidden from you'],
  person: ['上传者', 'Uploaded by'],
  size: ['已收到 / 大小', 'Received / size'],
  received: ['{{received}} / {{size}}', '{{received}} / {{size}}'],
  receivedOf: ['“{{name}}”的上传进度', 'Upload progress of {{name}}'],
  part: ['每片 {{size}}', '{{size}} per part'],
  begun: ['开始', 'Started'],
  running: ['上传中', 'Uploading'],
  lastReceived: ['最近接收：{{time}}', 'Last received {{time}}'],
  nothingYet: ['尚未接收内容', 'Nothing received yet'],
  idleSince: ['{{time}} 起中断', 'Idle since {{time}}'],
  unknown: ['未知', 'Unknown'],
  unknownNow: ['进度未知', 'Progress unknown'],
  unknownWhy: [
    '所在存储桶没有响应，无法得知进度。',
    'Its bucket isn’t responding, so the progress is unknown.',
  ],
  expires: ['保留至', 'Kept until'],
  daysLeft: ['剩 {{count}} 天', plural('{{count}} day left', '{{count}} days left')],
  lastDay: ['不足 1 天', 'Less than a day'],

  selected: ['已选 {{count}} 项', plural('{{count}} selected', '{{count}} selected')],
  selectionActions: ['对所选上传的操作', 'Actions on the selection'],
  frees: ['释放 {{size}}', 'frees {{size}}'],
  discard: ['取消上传', 'Cancel upload'],
  discardMany: ['取消 {{count}} 个上传', plural('Cancel {{count}} upload', 'Cancel {{count}} uploads')],
  onlyOf: ['只看“{{name}}”的上传', 'Only uploads by {{name}}'],
  menuOfMany: ['对 {{count}} 项的操作', 'Actions for {{count}} items'],

  discardOneTitle: ['取消“{{name}}”的上传？', 'Cancel the upload of {{name}}?'],
  discardTitle: ['取消 {{count}} 个上传？', plural('Cancel {{count}} upload?', 'Cancel {{count}} uploads?')],
  discardText: [
    '正在进行的上传会立即中断，已接收的内容将删除，占用的 {{size}} 会释放。上传者会看到由管理员取消，操作会记入日志。',
    'If it’s running, it stops at once. What was received is deleted and {{size}} is freed. The uploader sees that an administrator canceled it, and the audit log records it.',
  ],
  discardManyText: [
    '正在进行的上传会立即中断，已接收的内容将删除，占用的 {{size}} 会释放。上传者会看到由管理员取消，操作会记入日志。',
    'Running uploads stop at once. What was received is deleted and {{size}} is freed. The uploaders see that an administrator canceled them, and the audit log records it.',
  ],
  keep: ['保留', 'Keep'],
  discarded: ['已取消 {{count}} 个上传', plural('Canceled {{count}} upload', 'Canceled {{count}} uploads')],
  notDiscarded: ['取消失败', 'Couldn’t cancel'],

  note: [
    '每人最多同时有 {{max}} 个未完成的上传，超过 {{days}} 天自动取消。',
    'Each person can have {{max}} unfinished uploads. They’re canceled after {{days}} days.',
  ],
  shown: ['已显示 {{shown}} / {{total}} 项', 'Showing {{shown}} of {{total}}'],
  nothingTitle: ['没有未完成的上传', 'No unfinished uploads'],
  nothingText: [
    '正在进行、暂停或中断的上传会显示在这里。',
    'Running, paused and interrupted uploads appear here.',
  ],
  noMatchTitle: ['没有符合条件的上传', 'No uploads match'],
  noMatchText: ['换个条件，或清除筛选。', 'Try another search, or clear the filter.'],
  clearFilters: ['清除筛选', 'Clear filter'],
  failedTitle: ['无法加载未完成的上传', 'Couldn’t load unfinished uploads'],
})
