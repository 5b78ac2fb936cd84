import { texts } from '../../lib/i18n.ts'

export const t = texts('admin', {
  title: ['系统管理', 'Administration'],
  badge: ['管理', 'Admin'],
  people: ['用户与部门', 'People'],
  leavers: ['离职交接', 'Leavers'],
  groups: ['群组管理', 'Groups'],
  roles: ['角色权限', 'Roles'],
  files: ['文件管理', 'File management'],
  recycle: ['二级回收站', 'Second recycle bin'],
  logs: ['日志审计', 'Audit log'],
  sessions: ['会话管理', 'Sessions'],
  uploads: ['未完成的上传', 'Unfinished uploads'],
  storage: ['存储管理', 'Storage'],
  overview: ['运行概览', 'Overview'],
  backToDrive: ['返回云盘', 'Back to the drive'],
  notAdmin: [
    '管理后台只对管理员开放。需要权限时，请联系超级管理员。',
    'Only administrators get in here. Ask a super administrator if you need to.',
  ],
  notYourArea: [
    '你的管理角色不包含这个区域。需要权限时，请联系超级管理员。',
    'Your administrator role doesn’t include this area. Ask a super administrator if you need it.',
  ],
})
