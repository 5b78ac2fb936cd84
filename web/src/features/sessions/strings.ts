import { texts } from '../../lib/i18n.ts'

/** Words of who is signed in. */
export const t = texts('admin-sessions', {
  title: ['会话管理', 'Sessions'],
  list: ['会话', 'Sessions'],
  signedIn: ['{{count}} 个会话', { one: '{{count}} session', other: '{{count}} sessions' }],
  search: ['姓名或账号', 'Name or account'],
  ip: ['IP', 'IP'],
  ipSearch: ['IP 开头', 'IP begins with'],
  person: ['人员', 'Person'],
  department: ['部门', 'Department'],
  device: ['设备', 'Device'],
  lastSeen: ['最近活动', 'Last seen'],
  signedInAt: ['登录时间', 'Signed in'],
  current: ['当前', 'This session'],
  unknownDevice: ['未知设备', 'Unknown device'],
  end: ['结束会话', 'End session'],
  endAll: ['结束此人全部会话', 'End all their sessions'],
  more: ['更多操作', 'More actions'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  endTitle: ['结束“{{name}}”的这个会话？', 'End this session of {{name}}?'],
  endAllTitle: ['结束“{{name}}”的全部会话？', 'End all sessions of {{name}}?'],
  endText: [
    '对方会立即退出登录，正在进行的传输会中断。此操作会记入日志。',
    'They are signed out at once, and running transfers stop. This goes into the audit log.',
  ],
  endOwnText: [
    '你会立即退出登录，正在进行的传输会中断。此操作会记入日志。',
    'You are signed out at once yourself, and running transfers stop. This goes into the audit log.',
  ],
  ended: ['已结束 {{count}} 个会话', { one: '{{count}} session ended', other: '{{count}} sessions ended' }],
  notEnded: ['结束会话失败', 'Session not ended'],
  empty: ['没有会话', 'No sessions'],
  emptyText: ['没有人以这样的条件登录着。', 'Nobody who matches is signed in.'],
  clearFilters: ['清除条件', 'Clear filters'],
  failed: ['会话没有加载出来', 'Couldn’t load sessions'],
  none: ['—', '—'],
})
