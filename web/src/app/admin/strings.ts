import { texts } from '../../lib/i18n.ts'

export const t = texts('admin', {
  title: ['系统管理', 'Administration'],
  badge: ['管理', 'Admin'],
  people: ['用户与部门', 'Users & departments'],
  leavers: ['离职交接', 'Offboarding'],
  groups: ['群组管理', 'Groups'],
  roles: ['角色权限', 'Roles'],
  files: ['文件管理', 'Files'],
  recycle: ['管理员回收站', 'Admin recycle bin'],
  logs: ['日志审计', 'Audit log'],
  sessions: ['会话管理', 'Sessions'],
  uploads: ['未完成的上传', 'Unfinished uploads'],
  links: ['外链管理', 'Links'],
  dlp: ['内容检查', 'Content check'],
  storage: ['存储管理', 'Storage'],
  feedback: ['用户反馈', 'Feedback'],
  overview: ['运行概览', 'Overview'],
  texts: ['公告与协议', 'Notices & policies'],
  config: ['系统设置', 'Settings'],
  backToDrive: ['返回云盘', 'Back to the drive'],
  notAdmin: [
    '管理后台仅限管理员使用。如需权限，请联系超级管理员。',
    'Only administrators can open this. Ask a super administrator if you need access.',
  ],
  notYourArea: [
    '你的管理角色不包含此项。如需权限，请联系超级管理员。',
    'Your administrator role doesn’t include this area. Ask a super administrator if you need access.',
  ],
})
