import { plural, texts } from '../../../lib/i18n.ts'

/** Words of the permission to share outside the company, and of requests for it. */
export const t = texts('outbound', {
  title: ['没有外发权限', 'You can’t share outside the company'],
  text: [
    '创建外链需要外发权限。你可以申请权限，由管理员审核；只发给同事时，请用内部共享。',
    'Share links need a permission. Ask for it, and an administrator decides; to reach colleagues only, share within the company.',
  ],
  apply: ['申请外发权限', 'Ask for permission'],
  shareInternally: ['内部共享', 'Share internally'],

  applyTitle: ['申请外发权限', 'Ask to share outside the company'],
  reason: ['申请原因', 'Reason'],
  reasonHint: ['发给谁、用来做什么；管理员会看到', 'Who gets it and what for; administrators read it'],
  reasonMissing: ['请填写申请原因。', 'Enter a reason.'],
  reasonLong: ['最多 {{max}} 个字，当前 {{count}} 个。', 'Up to {{max}} characters; this has {{count}}.'],
  duration: ['权限期限', 'For how long'],
  '7days': ['7 天', '7 days'],
  '30days': ['30 天', '30 days'],
  '90days': ['90 天', '90 days'],
  permanent: ['长期', 'Without an end'],
  send: ['提交申请', 'Send request'],
  sent: ['申请已提交', 'Request sent'],
  notSent: ['提交失败', 'Couldn’t send the request'],
  notRead: ['无法加载外发权限', 'Couldn’t load your permission'],

  waitingTitle: ['外发申请审核中', 'Your request is being reviewed'],
  waitingText: [
    '管理员审核后会通知你。{{days}} 天内无人审核，申请自动失效。',
    'You’re notified of the decision. A request without one ends after {{days}} days.',
  ],
  since: ['提交时间', 'Sent'],
  elsewhere: ['前往审批系统', 'Open the approval system'],
  withdraw: ['撤回申请', 'Withdraw'],
  withdrawTitle: ['撤回外发申请？', 'Withdraw the request?'],
  withdrawText: ['撤回后可以重新申请。', 'You can ask again afterwards.'],
  withdrawn: ['申请已撤回', 'Request withdrawn'],
  notWithdrawn: ['撤回失败', 'Couldn’t withdraw the request'],

  requests: ['外发申请', 'Requests'],
  requestsTitle: ['外发申请', 'Permission to share outside'],
  now: ['当前权限', 'Now'],
  permitted: ['可以创建外链', 'You can make share links'],
  permittedUntil: ['可以创建外链，到 {{time}} 为止', 'You can make share links until {{time}}'],
  none: [
    '没有外发权限。在文件的菜单中选“外链分享”即可申请。',
    'You can’t make share links. To ask for permission, choose Share link in a file’s menu.',
  ],
  ended: ['已失效的申请', 'Past requests'],
  endedNone: ['没有已失效的申请', 'No past requests'],
  latestOnly: [
    '只显示最近 {{count}} 条',
    plural('Only the latest one is shown', 'Only the latest {{count}} are shown'),
  ],
  files: ['文件', 'Files'],
  several: ['“{{name}}”等 {{count}} 项', '{{name}} and others, {{count}} items'],
  note: ['审核意见', 'Note'],
  reviewedBy: ['{{name}}：{{note}}', '{{name}}: {{note}}'],
  close: ['关闭', 'Close'],

  waiting: ['待审核', 'Waiting'],
  approved: ['已批准', 'Approved'],
  refused: ['已拒绝', 'Refused'],
  withdrawnState: ['已撤回', 'Withdrawn'],
  timeout: ['超时未审核', 'Not reviewed'],
  expired: ['已到期', 'Ended'],
  revoked: ['已收回', 'Revoked'],
})
