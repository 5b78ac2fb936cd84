import type { Language } from './errors.ts'

/** What `not_found` says of what is no file or folder; keys are `data.what`. Its number is the same for all (C section 3). */
export const UNKNOWN = {
  user: [
    '用户不存在，或你无权查看。请重新选择。',
    'This user doesn’t exist, or you can’t access it. Choose another.',
  ],
  department: [
    '部门不存在，或你无权查看。请重新选择。',
    'This department doesn’t exist, or you can’t access it. Choose another.',
  ],
  content: [
    '内容不在隔离区，可能已被处理。请刷新列表。',
    'This content isn’t in quarantine. It may have been dealt with. Refresh the list.',
  ],
  directory: [
    '目录不存在，可能已被移除。请刷新列表。',
    'This directory doesn’t exist. It may have been removed. Refresh the list.',
  ],
  directoryRun: ['这次同步的记录不存在。请刷新列表。', 'There is no record of this run. Refresh the list.'],
  group: [
    '群组不存在，或你无权查看。请刷新页面。',
    'This group doesn’t exist, or you can’t access it. Reload the page.',
  ],
  role: [
    '角色不存在，可能已被删除。请重新选择。',
    'This role doesn’t exist. It may have been deleted. Choose another.',
  ],
  rule: [
    '规则不存在，可能已被删除。请刷新列表。',
    'This rule doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  principal: [
    '所选人员或部门不存在。请重新选择。',
    'Some of these people or departments don’t exist. Choose again.',
  ],
  owner: [
    '用户或群组不存在，或你无权查看。请重新选择。',
    'This user or group doesn’t exist, or you can’t access it. Choose another.',
  ],
  member: [
    '成员不存在，可能已被移除。请刷新列表。',
    'This member doesn’t exist. They may have been removed. Refresh the list.',
  ],
  version: [
    '版本不存在，可能已被删除。请刷新列表。',
    'This version doesn’t exist. It may have been removed. Refresh the list.',
  ],
  passkey: [
    '通行密钥不存在，可能已被移除。请刷新列表。',
    'This passkey doesn’t exist. It may have been removed. Refresh the list.',
  ],
  policy: [
    '这个版本不存在，或已撤回。请刷新页面。',
    'This version doesn’t exist or was withdrawn. Reload the page.',
  ],
  share: ['共享不存在或已停止。请刷新列表。', 'This share doesn’t exist or has ended. Refresh the list.'],
  link: [
    '链接不存在或已失效。请向分享人核对。',
    'This link doesn’t exist or has expired. Check with the person who sent it.',
  ],
  ownLink: ['外链不存在或已移除。请刷新列表。', 'This link doesn’t exist or was removed. Refresh the list.'],
  feedback: ['反馈不存在。请刷新列表。', 'This feedback doesn’t exist. Refresh the list.'],
  outboundRequest: [
    '申请不存在或已移除。请刷新列表。',
    'This request doesn’t exist or was removed. Refresh the list.',
  ],
  transfer: [
    '转让请求不存在，或不是发给你的。请刷新页面。',
    'This transfer request doesn’t exist or isn’t yours. Reload the page.',
  ],
  comment: [
    '评论不存在，可能已被删除。请刷新列表。',
    'This comment doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  ipRegion: [
    '地址组不存在，可能已被删除。请刷新列表。',
    'This region doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  node: [
    '节点不存在，可能已被删除。请刷新列表。',
    'This node doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  cluster: [
    '集群不存在，可能已被删除。请刷新列表。',
    'This cluster doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  cloud: [
    '云不存在，可能已被删除。请刷新列表。',
    'This cloud doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  site: [
    '站点不存在，可能已被删除。请刷新列表。',
    'This site doesn’t exist. It may have been deleted. Refresh the list.',
  ],
  library: [
    '业务库不存在，或你无权查看。请刷新页面。',
    'This library doesn’t exist, or you can’t access it. Reload the page.',
  ],
  category: [
    '分类不存在，可能已被删除。请刷新页面。',
    'This category doesn’t exist. It may have been deleted. Reload the page.',
  ],
  attribute: [
    '属性不存在，可能已被删除。请刷新页面。',
    'This attribute doesn’t exist. It may have been deleted. Reload the page.',
  ],
  clientPackage: [
    '安装包不存在，可能已更新。请刷新页面后再下载。',
    'This package doesn’t exist. It may have been updated. Reload the page and download again.',
  ],
  token: [
    '访问令牌不存在，可能已被删除。请刷新列表。',
    'This access token doesn’t exist. It may have been removed. Refresh the list.',
  ],
  session: ['会话不存在或已结束。请刷新列表。', 'This session doesn’t exist or has ended. Refresh the list.'],
  job: ['任务不存在或已过期。请刷新页面。', 'This task doesn’t exist or has expired. Reload the page.'],
  importSource: [
    '旧网盘不存在，可能已被管理员移除。请重新选择。',
    'This old drive doesn’t exist. An administrator may have removed it. Choose another.',
  ],
  import: [
    '导入记录不存在或已过期。请刷新列表。',
    'This import doesn’t exist or has expired. Refresh the list.',
  ],
  identityProvider: [
    '登录方式不存在，或已停用。请刷新页面。',
    'This sign-in provider doesn’t exist, or is off. Reload the page.',
  ],
  identity: ['关联不存在，可能已解除。请刷新列表。', 'This link doesn’t exist any more. Refresh the list.'],
  providerTry: [
    '测试结果不存在或已过期。请重新测试。',
    'This result doesn’t exist or has expired. Try again.',
  ],
  upload: ['上传不存在或已结束。请刷新列表。', 'This upload doesn’t exist or has ended. Refresh the list.'],
  download: ['下载链接无效。请重新下载。', 'This download link isn’t valid. Download again.'],
  trashed: [
    '回收站中没有此项，可能已还原或彻底删除。请刷新列表。',
    'This item isn’t in the recycle bin. It may have been restored or deleted. Refresh the list.',
  ],
  deletion: [
    '这次删除的内容已不在回收站。请刷新列表。',
    'These items are no longer in the recycle bin. Refresh the list.',
  ],
  offboarding: ['该用户没有在办理离职。请刷新列表。', 'This user isn’t being offboarded. Refresh the list.'],
  export: ['导出文件不存在或已过期。请重新导出。', 'This export doesn’t exist or has expired. Export again.'],
  logEntry: ['日志不存在。请刷新列表。', 'This log entry doesn’t exist. Refresh the list.'],
} as const satisfies Record<string, readonly [string, string]>

export type Unknown = keyof typeof UNKNOWN
export const unknownText = (what: Unknown, language: Language): string =>
  UNKNOWN[what][language === 'zh-CN' ? 0 : 1]
