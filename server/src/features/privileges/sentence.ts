import type { Language } from '@clouddisk/contract/errors'
import { GROUP_ROLE_NAMES } from '@clouddisk/contract/role-names'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Verdict } from '../../access/explain.ts'

/** A verdict in one sentence: what somebody has, from whom, and what follows. */

/** What decides, where it is not the rule for files: what is done with files of groups, and who can sign in. */
export type Decided = Omit<Verdict, 'because'> & {
  readonly because: Verdict['because'] | 'group' | 'account'
}

type Words = readonly [zh: string, en: string]

const ARTICLES: Record<string, string> = { owner: 'the', editor: 'an' }

function roleIn(language: Language, role: string): string {
  const [zh, en] = GROUP_ROLE_NAMES[role as keyof typeof GROUP_ROLE_NAMES] ?? [role, role]
  return language === 'zh-CN' ? zh : `${ARTICLES[role] ?? 'a'} ${en.toLowerCase()}`
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
  /** Of an entry that keeps somebody out: who set it, as the reader knows them; undefined where that is not known. */
  readonly setBy: { readonly name: string; readonly isReader: boolean } | undefined
}

export const sentenceOf = (verdict: Decided, subject: Subject, language: Language): string =>
  language === 'zh-CN' ? inChinese(verdict, subject) : inEnglish(verdict, subject)

function inChinese({ item, permitted, because, entry, role }: Decided, subject: Subject): string {
  const who = subject.person ?? '你'
  const from = subject.fromName === undefined ? '上级文件夹' : `“${subject.fromName}”`
  const deed = DEEDS[item][0]
  const holder = subject.through
    ? `${who}所在的${subject.through.type === 'department' ? '部门' : '群组'}“${subject.through.name}”`
    : who
  if (because === 'forbidden') {
    const by = subject.setBy ? `${subject.setBy.isReader ? '你' : subject.setBy.name}在` : ''
    return `${by}${from}的权限中单独禁止了${who}访问，所以${who}什么都不能做。可在${from}的“权限…”中更改。`
  }
  const has = entry
    ? entry.role === 'forbidden'
      ? `${holder}不能访问${from}`
      : `${holder}是${from}的${roleIn('zh-CN', entry.role)}`
    : `${who}的角色“${role ?? ''}”可以管理这个部门的群组`
  if (permitted) return `${has}，可以${deed}。`
  if (because === 'ceiling') return `${has}，但账号的角色不允许${deed}。`
  if (because === 'dissolving') return `${has}，但群组即将解散，不能${deed}。`
  if (because === 'account') return `${has}，但账号已冻结或到期，不能登录。`
  if (because === 'group') return `${has}，但群组文件不能${deed}。`
  if (because === 'place') return `${has}，但它的名称和位置由所有者决定，不能${deed}。`
  if (because === 'nothing' && !entry) return `${who}没有“${subject.itemName}”的权限，不能${deed}。`
  return `${has}，不能${deed}。`
}

function inEnglish({ item, permitted, because, entry, role }: Decided, subject: Subject): string {
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
  const they = you ? 'you' : 'they'
  if (because === 'forbidden') {
    const whom = subject.person ?? 'you'
    const set = subject.setBy
      ? `${subject.setBy.isReader ? 'You' : subject.setBy.name} gave ${whom} “No access” in the permissions of ${from}`
      : `The permissions of ${from} say “No access” for ${whom}`
    return `${set}, so ${they} may do nothing here. It can be changed there, under “Permissions…”.`
  }
  const has = entry
    ? `${holder} ${entry.role === 'forbidden' ? 'kept out' : roleIn('en-US', entry.role)} of ${from}`
    : `${whose} role “${role ?? ''}” reaches the groups of this department`
  if (permitted) return `${has}, so ${they} may ${deed}.`
  if (because === 'ceiling')
    return `${has}, but ${you ? 'your' : 'their'} account’s roles don’t allow it: ${they} may not ${deed}.`
  if (because === 'dissolving') return `${has}, but the group is being dissolved: ${they} may not ${deed}.`
  if (because === 'account')
    return `${has}, but the account is frozen or has expired: nobody can sign in to it.`
  if (because === 'group') return `${has}, but files of groups can’t be shared.`
  if (because === 'place')
    return `${has}, but its name and place are up to its owner: ${they} may not ${deed}.`
  if (because === 'nothing' && !entry)
    return `${who} ${you ? 'have' : 'has'} no access to “${subject.itemName}”, so ${they} may not ${deed}.`
  return `${has}, so ${they} may not ${deed}.`
}
