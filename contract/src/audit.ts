import Type, { type Static } from 'typebox'
import type { CHANGE_KINDS } from './changes.ts'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf, pageOf, paging } from './shapes.ts'

/** The audit log (B§3 "Log", R98, R228, C34): what was done, by whom, where and from where. Nobody changes it. */

type Words = readonly [chinese: string, english: string]

/** What only the audit log tells of: it changes nothing, or nothing that anybody's list shows. */
const EVENTS = {
  'session.opened': ['登录', 'Sign in'],
  'session.closed': ['退出登录', 'Sign out'],
  'session.ended': ['结束会话', 'End session'],
  'token.created': ['创建访问令牌', 'Create access token'],
  'token.removed': ['删除访问令牌', 'Remove access token'],
  'token.revoked': ['吊销他人令牌', 'Revoke access token'],
  'token.limitChanged': ['修改令牌期限', 'Change token limit'],
  'ip.refused': ['拦截网络地址', 'Refuse network address'],
  'ip.wouldRefuse': ['试运行命中网络地址', 'Network address in try mode'],
  'ipRule.saved': ['保存 IP 规则', 'Save IP rule'],
  'ipRule.removed': ['删除 IP 规则', 'Delete IP rule'],
  'ipRule.allTried': ['IP 规则全部改为试运行', 'Set all IP rules to try mode'],
  'ipRegion.saved': ['保存地址组', 'Save region'],
  'ipRegion.removed': ['删除地址组', 'Delete region'],
  'password.changed': ['修改密码', 'Change password'],
  'password.reset': ['重置密码', 'Reset password'],
  'secondFactor.asked': ['等待二次验证', 'Ask for second factor'],
  'secondFactor.added': ['添加二次验证', 'Add second factor'],
  'secondFactor.removed': ['移除二次验证', 'Remove second factor'],
  'secondFactor.codesRenewed': ['更换恢复码', 'Renew recovery codes'],
  'secondFactor.reset': ['重置二次验证', 'Reset second factor'],
  'secondFactor.policyChanged': ['修改二次验证要求', 'Change who needs a second factor'],
  'qr.confirmed': ['确认扫码登录', 'Confirm QR sign-in'],
  'qr.refused': ['拒绝扫码登录', 'Refuse QR sign-in'],
  'identity.confirmed': ['确认身份', 'Confirm identity'],
  'file.downloaded': ['下载', 'Download'],
  'file.previewed': ['预览', 'Preview'],
  'archive.downloaded': ['打包下载', 'Download as ZIP'],
  'link.opened': ['访问外链', 'Open link'],
  'link.stopped': ['停止他人外链', 'Stop user’s link'],
  'link.approved': ['批准外链', 'Approve link'],
  'link.refused': ['拒绝外链', 'Refuse link'],
  'feedback.created': ['提交反馈', 'Send feedback'],
  'feedback.answered': ['回复反馈', 'Answer feedback'],
  'feedback.stateChanged': ['修改反馈状态', 'Change state of feedback'],
  'outbound.requested': ['申请外发权限', 'Ask for external sharing'],
  'outbound.withdrawn': ['撤回外发申请', 'Withdraw request'],
  'outbound.approved': ['批准外发申请', 'Approve external sharing'],
  'outbound.refused': ['拒绝外发申请', 'Refuse external sharing'],
  'outbound.revoked': ['收回外发权限', 'Revoke external sharing'],
  'outbound.timeout': ['外发申请超时', 'Request timed out'],
  'outbound.expired': ['外发权限到期', 'External sharing ended'],
  'admin.refused': ['越权访问管理后台', 'Admin access refused'],
  'admin.looked': ['查看他人文件', 'Browse files'],
  'admin.searched': ['搜索全部文件', 'Search all files'],
  'log.exported': ['导出日志', 'Export log'],
  'log.verified': ['校验日志', 'Verify log'],
  'upload.discarded': ['取消他人上传', 'Cancel upload'],
  'person.added': ['新建用户', 'Add user'],
  'person.changed': ['修改用户', 'Change user'],
  'person.frozen': ['冻结用户', 'Freeze user'],
  'person.unfrozen': ['解冻用户', 'Unfreeze user'],
  'person.removed': ['删除用户', 'Delete user'],
  'person.leaveBegun': ['办理离职', 'Start offboarding'],
  'person.purgeOrdered': ['立即清除离职用户', 'Delete offboarded user'],
  'person.leaveCancelled': ['取消离职', 'Cancel offboarding'],
  'person.handedOver': ['移交文件', 'Hand over files'],
  'people.imported': ['导入用户', 'Import users'],
  'people.exported': ['导出用户', 'Export users'],
  'department.added': ['新建部门', 'Add department'],
  'department.changed': ['修改部门', 'Change department'],
  'department.removed': ['删除部门', 'Delete department'],
  'role.added': ['新建角色', 'Add role'],
  'role.changed': ['修改角色', 'Change role'],
  'role.removed': ['删除角色', 'Delete role'],
  'role.given': ['授予角色', 'Assign role'],
  'role.taken': ['移除角色', 'Unassign role'],
  'instance.settingsChanged': ['修改系统设置', 'Change system settings'],
  'config.changed': ['修改业务配置', 'Change business config'],
  'policy.published': ['发布公告或协议', 'Publish notice or policy'],
  'policy.withdrawn': ['撤回公告', 'Withdraw notice'],
  'policy.acknowledged': ['同意使用规范', 'Agree to usage rules'],
  'import.begun': ['开始导入旧网盘', 'Start import'],
  'import.ended': ['导入旧网盘结束', 'End import'],
  'importSource.saved': ['保存旧网盘', 'Save old drive'],
  'importSource.removed': ['移除旧网盘', 'Remove old drive'],
  'directory.saved': ['保存目录', 'Save directory'],
  'directory.removed': ['移除目录', 'Remove directory'],
  'directory.synced': ['同步目录', 'Sync directory'],
  'directory.confirmed': ['确认目录中离开的人员', 'Confirm leavers of directory'],
  'directory.tokenMade': ['生成 SCIM 令牌', 'Make SCIM token'],
  'directory.discarded': ['放弃目录同步', 'Discard sync of directory'],
  'dlp.ruleSaved': ['保存内容检查规则', 'Save content rule'],
  'dlp.ruleRemoved': ['删除内容检查规则', 'Delete content rule'],
  'dlp.refused': ['拦截敏感内容', 'Block sensitive content'],
  'dlp.noted': ['放行敏感内容', 'Let sensitive content through'],
  'dlp.foundLater': ['事后发现敏感内容', 'Find sensitive content afterwards'],
  'identityProvider.saved': ['保存登录方式', 'Save sign-in provider'],
  'identityProvider.removed': ['移除登录方式', 'Remove sign-in provider'],
  'identityProvider.tried': ['测试登录方式', 'Try sign-in provider'],
  'identityProvider.ordered': ['调整登录方式顺序', 'Order sign-in providers'],
  'identity.linked': ['关联登录身份', 'Link identity'],
  'identity.unlinked': ['解除登录身份', 'Unlink identity'],
  'bucket.added': ['添加存储桶', 'Add bucket'],
  'bucket.changed': ['修改存储桶', 'Change bucket'],
  'bucket.madeDefault': ['设为默认存储桶', 'Set default bucket'],
  'bucket.retired': ['停用存储桶', 'Remove bucket'],
  'bucket.homesSet': ['设置归属存储桶', 'Set home bucket'],
  'node.registered': ['节点注册', 'Register node'],
  'node.saved': ['保存节点', 'Save node'],
  'node.removed': ['删除节点', 'Delete node'],
  'cluster.saved': ['保存集群', 'Save cluster'],
  'cluster.removed': ['删除集群', 'Delete cluster'],
  'site.saved': ['保存站点', 'Save site'],
  'site.removed': ['删除站点', 'Delete site'],
  'cloud.saved': ['保存云', 'Save cloud'],
  'cloud.removed': ['删除云', 'Delete cloud'],
  'library.saved': ['保存业务库', 'Save library'],
  'library.attributesSaved': ['保存业务库属性', 'Save attributes of library'],
  'library.categorySaved': ['保存业务库分类', 'Save category of library'],
  'library.categoryRemoved': ['删除业务库分类', 'Delete category of library'],
  'library.membersAdded': ['添加业务库成员', 'Add members of library'],
  'library.valuesImported': ['导入文件属性', 'Import attributes of files'],
  'library.exported': ['导出业务库', 'Export library'],
  'content.moveBegun': ['开始迁移内容', 'Start moving content'],
  'content.moveStopped': ['停止迁移内容', 'Stop moving content'],
  'content.keysRotated': ['轮换加密密钥', 'Rotate encryption keys'],
  'instanceKey.replaced': ['更换实例密钥', 'Replace instance key'],
  'sync.saved': ['设置节点同步', 'Set up node sync'],
  'sync.removed': ['取消节点同步', 'End node sync'],
  'recycle.restored': ['从管理员回收站还原', 'Restore from admin recycle bin'],
  'recycle.purged': ['从管理员回收站彻底删除', 'Delete from admin recycle bin'],
} as const satisfies Record<string, Words>

/** Names of the changes of the feed. Copies, extracted and imported files and restored versions have names of their own, apart from uploads; lowering a classification, apart from raising. */
const CHANGES = {
  'folder.created': ['新建文件夹', 'New folder'],
  'file.created': ['上传', 'Upload'],
  'file.versioned': ['上传新版本', 'Upload new version'],
  'version.restored': ['恢复历史版本', 'Restore version'],
  'version.removed': ['删除历史版本', 'Delete versions'],
  'version.pinned': ['固定历史版本', 'Pin version'],
  'version.limitsChanged': ['修改版本保留设置', 'Change version limits'],
  'file.copied': ['复制', 'Copy'],
  'file.extracted': ['解压', 'Extract'],
  'file.imported': ['导入', 'Import'],
  'file.renamed': ['重命名', 'Rename'],
  'file.classified': ['提高密级', 'Raise classification'],
  'file.annotated': ['修改标签、备注或属性', 'Edit labels, remark or attributes'],
  'file.declassified': ['降低密级', 'Lower classification'],
  'file.moved': ['移动', 'Move'],
  'file.trashed': ['删除', 'Delete'],
  'file.restored': ['还原', 'Restore'],
  'file.purged': ['彻底删除', 'Delete permanently'],
  'file.quarantined': ['隔离带病毒的文件', 'Quarantine infected file'],
  'file.released': ['解除隔离', 'Release from quarantine'],
  'share.created': ['创建共享', 'Share'],
  'share.changed': ['修改共享', 'Change share'],
  'share.ended': ['停止共享', 'Stop sharing'],
  'link.created': ['创建外链', 'Create link'],
  'link.changed': ['修改外链', 'Change link'],
  'link.ended': ['停止外链', 'Stop link'],
  'privilege.changed': ['修改权限', 'Change permission'],
  'group.changed': ['修改群组', 'Change group'],
  'group.created': ['新建群组', 'New group'],
  'member.changed': ['修改群组成员', 'Change group members'],
  'comment.added': ['发表评论', 'Comment'],
  'comment.changed': ['修改评论', 'Change comment'],
  'comment.removed': ['删除评论', 'Delete comment'],
  'favorite.added': ['收藏', 'Add favorite'],
  'favorite.removed': ['取消收藏', 'Remove favorite'],
  'settings.changed': ['修改个人设置', 'Change settings'],
} as const satisfies Record<string, Words>

type ChangeKind = (typeof CHANGE_KINDS)[number]
/** Changes of the feed that repeat what another row tells. */
export const UNAUDITED: ReadonlySet<string> = new Set<ChangeKind>([
  'job.progress',
  'file.scanned',
  'capacity.changed',
  'label.colored',
  'link.visited',
  'link.reviewed',
  'link.stopped',
  'notification.added',
  'notification.read',
  'policy.published',
  'config.changed',
  'policy.acknowledged',
  'feedback.changed',
])

export type AuditEventAction = keyof typeof EVENTS
export type AuditAction = AuditEventAction | keyof typeof CHANGES
const ACTION_WORDS: Record<string, Words> = { ...EVENTS, ...CHANGES }
export const AUDIT_ACTIONS = Object.keys(ACTION_WORDS) as AuditAction[]

/** An action in words; as it is written where the entry is from a newer version. */
export const auditActionText = (action: string, language: 'zh-CN' | 'en-US'): string =>
  ACTION_WORDS[action]?.[language === 'zh-CN' ? 0 : 1] ?? action

export const AUDIT_DEVICES = ['web', 'client', 'system'] as const
export const AUDIT_RESULTS = ['ok', 'refused'] as const
export const AUDIT_OBJECTS = [
  'file',
  'folder',
  'archive',
  'person',
  'department',
  'role',
  'group',
  'session',
  'token',
  'ipRule',
  'ipRegion',
  'log',
  'call',
  'bucket',
  'node',
  'cluster',
  'site',
  'cloud',
  'library',
  'link',
  'outboundRequest',
  'dlpRule',
  'policy',
  'config',
  'feedback',
  'import',
  'identityProvider',
  'directory',
] as const
export type AuditObjectType = (typeof AUDIT_OBJECTS)[number]

/** An entry's place in the chain, as a number that is told exactly. */
const seqFrom = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER })

export const AuditEntry = Type.Object({
  /** Its place in the chain. */
  seq: Type.Integer(),
  time: Instant,
  /** Who, by the names of that moment; null where it was the system, or somebody unknown. */
  userId: nullable(Id),
  userName: nullable(Type.String({ description: 'the account' })),
  userRealName: nullable(Type.String()),
  /** One of `AUDIT_ACTIONS`. */
  action: Type.String(),
  /** The region chosen at sign-in. */
  region: nullable(Type.String()),
  device: oneOf(AUDIT_DEVICES),
  /** The call by which it was done. */
  behaviour: nullable(Type.String()),
  objectType: nullable(Type.String()),
  objectId: nullable(Id),
  objectName: nullable(Type.String()),
  detail: nullable(Type.Record(Type.String(), Type.Unknown())),
  ip: nullable(Type.String()),
  result: oneOf(AUDIT_RESULTS),
  traceId: nullable(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

const Text = Type.Optional(Type.String({ maxLength: 255 }))
const filter = {
  /** From, and before. */
  startTime: Type.Optional(Type.String({ maxLength: 40 })),
  endTime: Type.Optional(Type.String({ maxLength: 40 })),
  userId: Type.Optional(Id),
  /** One, or several divided by commas. */
  action: Type.Optional(Type.String({ maxLength: 1000 })),
  region: Type.Optional(Type.String({ maxLength: 64 })),
  device: Type.Optional(oneOf(AUDIT_DEVICES)),
  result: Type.Optional(oneOf(AUDIT_RESULTS)),
  /** In the object's name, the name or account of who did it or of somebody it was done to, or the address. */
  keyword: Text,
  ip: Type.Optional(Type.String({ maxLength: 64 })),
}
export const AuditFilter = Type.Object(filter)
export type AuditFilter = Static<typeof AuditFilter>

export const pageLogs = route({
  name: 'pageLogs',
  method: 'GET',
  path: '/admin/log/page',
  admin: 'logs',
  input: Type.Object({
    ...filter,
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    cursor: paging.cursor,
  }),
  reply: Type.Object({
    ...pageOf(AuditEntry).properties,
    /** `total` is counted up to a bound; `atLeast` says that there are more. */
    atLeast: Type.Boolean(),
    /** More than one export at once holds (C34). */
    truncated: Type.Boolean(),
    exportMax: Type.Integer(),
  }),
  errors: ['area_refused'],
  summary: 'Entries of the audit log, the latest first.',
})

export const queryLog = route({
  name: 'queryLog',
  method: 'GET',
  path: '/admin/log/entry/{seq}',
  admin: 'logs',
  input: Type.Object({ seq: seqFrom(1) }),
  reply: Type.Object({
    ...AuditEntry.properties,
    /** Whether it is as it was written, and follows the entry before it. */
    verified: Type.Boolean(),
    /** Hexadecimal. */
    mac: Type.String(),
  }),
  errors: ['area_refused', 'not_found'],
  summary: 'One entry, and whether it still is as it was written.',
})

export const LOG_FORMATS = ['xlsx', 'csv'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

export const exportLogs = route({
  name: 'exportLogs',
  method: 'GET',
  path: '/admin/log/export',
  admin: 'logs',
  confirm: true,
  input: Type.Object({ ...filter, format: oneOf(LOG_FORMATS) }),
  reply: Empty,
  raw: true,
  exports: true,
  errors: ['area_refused'],
  summary:
    'The latest 10,000 entries as a file; the headers x-log-rows and x-log-truncated tell what is in it.',
})

export const LogExport = Type.Object({
  jobId: Id,
  state: oneOf(['queued', 'running', 'done', 'failed']),
  format: oneOf(LOG_FORMATS),
  /** Entries written so far. */
  rows: Type.Integer(),
  fileSize: Bytes,
  createTime: Instant,
  endTime: nullable(Instant),
  /** The file is kept until then. */
  expireTime: nullable(Instant),
})
export type LogExport = Static<typeof LogExport>

export const createLogExport = route({
  name: 'createLogExport',
  method: 'POST',
  path: '/admin/log/export/job',
  admin: 'logs',
  adminRight: 'read',
  confirm: true,
  input: Type.Object({ ...filter, format: oneOf(LOG_FORMATS) }),
  reply: LogExport,
  errors: ['area_refused', 'too_many_items'],
  summary: 'Exports all entries behind the request, into a file that is kept for seven days.',
})

export const queryLogExports = route({
  name: 'queryLogExports',
  method: 'GET',
  path: '/admin/log/export/jobs',
  admin: 'logs',
  input: Empty,
  reply: Type.Array(LogExport),
  errors: ['area_refused'],
  summary: 'The caller’s own exports that run or can still be fetched, the latest first.',
})

export const fetchLogExport = route({
  name: 'fetchLogExport',
  method: 'GET',
  path: '/admin/log/export/job/{jobId}',
  admin: 'logs',
  confirm: true,
  input: Type.Object({ jobId: Id }),
  reply: Empty,
  raw: true,
  errors: ['area_refused', 'not_found'],
  summary: 'The file of an export of the caller’s own.',
})

/**
 * What the check finds. `changed`: it is not what was written, or does not follow from the entry before it (also where
 * one was inserted or two changed places). `missing`: entries up to `seq` are gone. `cutOff`: the end up to `seq` is
 * gone. `added`: stands behind the end. `head`: what is kept outside of the database is missing, older or not of this log.
 */
export const LOG_FAULTS = ['changed', 'missing', 'cutOff', 'added', 'head'] as const
export const LogFault = Type.Object({
  kind: oneOf(LOG_FAULTS),
  seq: Type.Integer(),
  says: Type.String(),
})
export type LogFault = Static<typeof LogFault>

export const verifyLogs = route({
  name: 'verifyLogs',
  method: 'GET',
  path: '/admin/log/verify',
  admin: 'logs',
  input: Type.Object({ afterSeq: Type.Optional(seqFrom(0)) }),
  reply: Type.Object({
    checked: Type.Integer(),
    /** Not among them: from before the instance key was replaced. */
    unchecked: Type.Optional(Type.Integer()),
    /** Where the next call goes on; the log has been seen to its end where `done`. */
    lastSeq: Type.Integer(),
    headSeq: Type.Integer(),
    done: Type.Boolean(),
    faults: Type.Array(LogFault),
  }),
  errors: ['area_refused'],
  summary:
    'Checks the chain, 200,000 entries a call: what was changed, removed, added or cut off, and where.',
})
