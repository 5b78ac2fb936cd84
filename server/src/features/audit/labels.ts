import {
  type AUDIT_DEVICES,
  type AUDIT_RESULTS,
  type AuditObjectType,
  auditActionText,
} from '@clouddisk/contract/audit'
import type { Language } from '@clouddisk/contract/errors'
import type { Context } from '../../context.ts'
import type { SealedEntry } from './chain.ts'
import { present } from './logs.ts'

/** An entry as a row of a file for people. */

export const COLUMNS: Record<Language, readonly string[]> = {
  'zh-CN': [
    '序号',
    '时间（UTC）',
    '人员',
    '账号',
    '行为',
    '操作',
    '对象类型',
    '对象',
    '对象 ID',
    '详情',
    '区域',
    '设备',
    '结果',
    'IP',
    '追踪编号',
  ],
  'en-US': [
    'No.',
    'Time (UTC)',
    'User',
    'Account',
    'Action',
    'Call',
    'Object type',
    'Object',
    'Object ID',
    'Details',
    'Region',
    'Device',
    'Result',
    'IP',
    'Trace ID',
  ],
}

type Labeled = (typeof AUDIT_DEVICES)[number] | (typeof AUDIT_RESULTS)[number] | AuditObjectType
const LABELS: Record<Labeled, readonly [string, string]> = {
  web: ['网页', 'Web'],
  client: ['客户端', 'Client'],
  system: ['系统', 'System'],
  ok: ['成功', 'OK'],
  refused: ['被拒绝', 'Refused'],
  file: ['文件', 'File'],
  folder: ['文件夹', 'Folder'],
  archive: ['压缩包', 'Archive'],
  person: ['用户', 'User'],
  department: ['部门', 'Department'],
  role: ['角色', 'Role'],
  group: ['群组', 'Group'],
  feedback: ['用户反馈', 'Feedback'],
  session: ['会话', 'Session'],
  ipRule: ['IP 规则', 'IP rule'],
  ipRegion: ['地址组', 'Region'],
  token: ['访问令牌', 'Access token'],
  log: ['日志', 'Log'],
  call: ['接口', 'Call'],
  policy: ['公告与协议', 'Notice or policy'],
  config: ['业务配置', 'Business config'],
  bucket: ['存储桶', 'Bucket'],
  node: ['节点', 'Node'],
  cluster: ['集群', 'Cluster'],
  site: ['站点', 'Site'],
  cloud: ['云', 'Cloud'],
  library: ['业务库', 'Library'],
  link: ['外链', 'Link'],
  outboundRequest: ['外发申请', 'External sharing request'],
  dlpRule: ['内容检查规则', 'Content rule'],
  import: ['导入', 'Import'],
  identityProvider: ['登录方式', 'Sign-in provider'],
  directory: ['目录', 'Directory'],
}

export function rowOf({ config }: Context, sealed: SealedEntry, language: Language): (string | number)[] {
  // Entries of a newer version may have others.
  const labels: Readonly<Record<string, readonly [string, string]>> = LABELS
  const word = (key: string | null) =>
    key === null ? '' : (labels[key]?.[language === 'zh-CN' ? 0 : 1] ?? key)
  const entry = present(sealed)
  const region = config.regions.find(({ id }) => id === entry.region)?.[language] ?? entry.region
  return [
    entry.seq,
    `${entry.time.slice(0, 10)} ${entry.time.slice(11, 23)}`,
    entry.userRealName ?? '',
    entry.userName ?? '',
    auditActionText(entry.action, language),
    entry.behaviour ?? '',
    word(entry.objectType),
    entry.objectName ?? '',
    entry.objectId ?? '',
    sealed.detail ?? '',
    region ?? '',
    word(entry.device),
    word(entry.result),
    entry.ip ?? '',
    entry.traceId ?? '',
  ]
}
