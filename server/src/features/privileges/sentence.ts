import type { Language } from '@clouddisk/contract/errors'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Verdict } from '../../access/explain.ts'

/** A verdict in one sentence: what somebody has, from whom, and what follows. */

type Words = readonly [zh: string, en: string]

const ROLES: Record<string, Words> = {
  owner: ['所有者', 'the owner'],
  manager: ['管理员', 'a manager'],
  linker: ['链接分享者', 'a link sharer'],
  editor: ['编辑者', 'an editor'],
  downloader: ['下载者', 'a downloader'],
  viewer: ['预览者', 'a viewer'],
  forbidden: ['无权访问者', 'kept out'],
}

const DEEDS: Record<PermissionItem, Words> = {
  list: ['查看列表', 'see the list'],
  comment: ['评论', 'comment'],
  preview: ['预览', 'preview'],
  upload: ['上传', 'upload'],
  versionView: ['查看历史版本', 'see earlier versions'],
  versionManage: ['管理历史版本', 'manage earlier versions'],
  versionRecover: ['恢复历史版本', 'restore earlier versions'],
  download: ['下载', 'download'],
  sync: ['同步', 'sync'],
  copy: ['复制', 'copy'],
  move: ['移动', 'move'],
  collect: ['收藏', 'add to favorites'],
  share: ['共享', 'share'],
  label: ['添加标签', 'label'],
  search: ['搜索', 'search'],
  attribute: ['查看属性', 'see the details'],
  delete: ['删除', 'delete'],
  rename: ['重命名', 'rename'],
  members: ['管理人员', 'manage people'],
}

/** Whom and what a sentence is about. */
export interface Subject {
  /** Undefined where it is the reader. */
  readonly person: string | undefined
  readonly itemName: string
  /** What bears the entry; undefined where the reader may not know of that folder. */
  readonly fromName: string | undefined
  /** Through which the entry is the person's; undefined where it is the person's own. */
  readonly through: { readonly type: 'department' | 'group'; readonly name: string } | undefined
}

export const sentenceOf = (verdict: Verdict, subject: Subject, language: Language): string =>
  language === 'zh-CN' ? inChinese(verdict, subject) : inEnglish(verdict, subject)

function inChinese({ item, permitted, because, entry, role }: Verdict, subject: Subject): string {
  const who = subject.person ?? '你'
  const from = subject.fromName === undefined ? '上级文件夹' : `“${subject.fromName}”`
  const deed = DEEDS[item][0]
  const holder = subject.through
    ? `${who}所在的${subject.through.type === 'department' ? '部门' : '群组'}“${subject.through.name}”`
    : who
  const has = entry
    ? entry.role === 'forbidden'
      ? `${holder}不能访问${from}`
      : `${holder}是${from}的${ROLES[entry.role]?.[0] ?? entry.role}`
    : `${who}的角色“${role ?? ''}”可以管理这个部门的群组`
  if (permitted) return `${has}，可以${deed}。`
  if (because === 'ceiling') return `${has}，但账号的角色不允许${deed}。`
  if (because === 'dissolving') return `${has}，但群组即将解散，不能${deed}。`
  if (because === 'place') return `${has}，但它的名称和位置由所有者决定，不能${deed}。`
  if (because === 'nothing' && !entry) return `${who}没有“${subject.itemName}”的权限，不能${deed}。`
  return `${has}，不能${deed}。`
}

function inEnglish({ item, permitted, because, entry, role }: Verdict, subject: Subject): string {
  const you = subject.person === undefined
  const who = subject.person ?? 'You'
  const whose = you ? 'Your' : `${who}’s`
  const from = subject.fromName === undefined ? 'a folder above' : `“${subject.fromName}”`
  const deed = DEEDS[item][1]
  const holder = subject.through
    ? `${whose} ${subject.through.type} “${subject.through.name}” is`
    : you
      ? 'You are'
      : `${who} is`
  const has = entry
    ? `${holder} ${ROLES[entry.role]?.[1] ?? entry.role} of ${from}`
    : `${whose} role “${role ?? ''}” reaches the groups of this department`
  const they = you ? 'you' : 'they'
  if (permitted) return `${has}, so ${they} may ${deed}.`
  if (because === 'ceiling')
    return `${has}, but ${you ? 'your' : 'their'} account’s roles don’t allow it: ${they} may not ${deed}.`
  if (because === 'dissolving') return `${has}, but the group is being dissolved: ${they} may not ${deed}.`
  if (because === 'place')
    return `${has}, but its name and place are up to its owner: ${they} may not ${deed}.`
  if (because === 'nothing' && !entry)
    return `${who} ${you ? 'have' : 'has'} no access to “${subject.itemName}”, so ${they} may not ${deed}.`
  return `${has}, so ${they} may not ${deed}.`
}
