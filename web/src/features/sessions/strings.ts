import { texts } from '../../lib/i18n.ts'

/** Words of who is signed in. */
export const t = texts('admin-sessions', {
  title: ['会话管理', 'Sessions'],
  list: ['会话', 'Sessions'],
  signedIn: ['{{count}} 个会话', { one: '{{count}} session', other: '{{count}} sessions' }],
  search: ['姓名或账号', 'Name or account'],
  ip: ['IP', 'IP'],
  ipSearch: ['IP 前缀', 'IP starts with'],
  person: ['人员', 'Person'],
  department: ['部门', 'Department'],
  device: ['设备', 'Device'],
  lastSeen: ['最近活动', 'Last active'],
  signedInAt: ['登录时间', 'Signed in'],
  current: ['当前', 'Current'],
  unknownDevice: ['未知设备', 'Unknown device'],
  end: ['结束会话', 'End session'],
  endAll: ['结束该用户全部会话', 'End all sessions of this user'],
  endTitle: ['结束“{{name}}”的此会话？', 'End this session of {{name}}?'],
  endAllTitle: ['结束“{{name}}”的全部会话？', 'End all sessions of {{name}}?'],
  endText: [
    '对方将立即退出登录，正在进行的传输会中断。操作会记入日志。',
    'They’re signed out at once, and running transfers stop. The audit log records this.',
  ],
  endOwnText: [
    '你将立即退出登录，正在进行的传输会中断。操作会记入日志。',
    'You’re signed out at once, and running transfers stop. The audit log records this.',
  ],
  ended: ['已结束 {{count}} 个会话', { one: '{{count}} session ended', other: '{{count}} sessions ended' }],
  notEnded: ['结束会话失败', 'Couldn’t end the session'],
  empty: ['没有会话', 'No sessions'],
  emptyText: ['没有符合条件的登录。', 'No one matching is signed in.'],
  failed: ['无法加载会话', 'Couldn’t load sessions'],
  none: ['—', '—'],
})
