import type { Language } from '@clouddisk/contract/errors'
import { GROUP_ROLE_NAMES } from '@clouddisk/contract/role-names'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Verdict } from '../../access/explain.ts'

/** A verdict in one sentence: what somebody has, from whom, and what follows. */

/** What decides, where it is not the rule for files: what is done with files of groups, and who can sign in. */
export type ExplainedVerdict = Omit<Verdict, 'because'> & {
  readonly because: Verdict['because'] | 'group' | 'account'
}

type Bilingual = readonly [zh: string, en: string]

const ARTICLES: Record<string, string> = { owner: 'the', editor: 'an' }

function roleIn(language: Language, role: string): string {
  const [zh, en] = GROUP_ROLE_NAMES[role as keyof typeof GROUP_ROLE_NAMES] ?? [role, role]
  return language === 'zh-CN' ? zh : `${ARTICLES[role] ?? 'a'} ${en.toLowerCase()}`
}

const PERMISSION_PHRASES: Record<PermissionItem, Bilingual> = {
  list: ['查看列表', 'view the list'],
  comment: ['评论', 'comment'],
  preview: ['预览', 'preview'],
  upload: ['上传和新建', 'upload or create files'],
  versionView: ['查看历史版本', 'view versions'],
  versionManage: ['管理历史版本', 'manage versions'],
  versionRecover: ['恢复历史版本', 'restore versions'],
  download: ['下载', 'download'],
  sync: ['同步', 'sync'],
  copy: ['复制', 'copy'],
  move: ['移动', 'move'],
  collect: ['收藏', 'add to favorites'],
  share: ['共享', 'share'],
  label: ['管理标签', 'manage labels'],
  search: ['搜索', 'search'],
  attribute: ['查看属性', 'view properties'],
  delete: ['删除', 'delete'],
  rename: ['重命名', 'rename'],
  members: ['管理成员和权限', 'manage people and permissions'],
}

/** Whom and what a sentence is about. */
export interface SentenceSubject {
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

export const verdictSentence = (
  verdict: ExplainedVerdict,
  subject: SentenceSubject,
  language: Language,
): string => (language === 'zh-CN' ? inChinese(verdict, subject) : inEnglish(verdict, subject))

function inChinese(
  { item, permitted, because, entry, role }: ExplainedVerdict,
  subject: SentenceSubject,
): string {
  const who = subject.person ?? '你'
  const from = subject.fromName === undefined ? '上级文件夹' : `“${subject.fromName}”`
  const deed = PERMISSION_PHRASES[item][0]
  const holder = subject.through
    ? `${who}所在的${subject.through.type === 'department' ? '部门' : '群组'}“${subject.through.name}”`
    : who
  if (because === 'forbidden') {
    const by = subject.setBy ? `${subject.setBy.isReader ? '你' : subject.setBy.name}在` : ''
    return `${by}${from}的权限中禁止了${who}访问，因此${who}没有任何权限。可在${from}的“权限…”中更改。`
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

function inEnglish(
  { item, permitted, because, entry, role }: ExplainedVerdict,
  subject: SentenceSubject,
): string {
  const you = subject.person === undefined
  const who = subject.person ?? 'You'
  const whose = you ? 'Your' : `${who}’s`
  const from = subject.fromName === undefined ? 'a folder above' : `“${subject.fromName}”`
  const deed = PERMISSION_PHRASES[item][1]
  const holder = subject.through
    ? `${whose} ${subject.through.type} “${subject.through.name}” is`
    : you
      ? 'You are'
      : `${who} is`
  const they = you ? 'you' : 'they'
  if (because === 'forbidden') {
    const whom = subject.person ?? 'you'
    const set = subject.setBy
      ? `${subject.setBy.isReader ? 'You' : subject.setBy.name} set ${whom} to “No access” in the permissions of ${from}`
      : `${you ? 'You are' : `${whom} is`} set to “No access” in the permissions of ${from}`
    return `${set}, so ${they} can’t do anything here. To change it, open “Permissions…” there.`
  }
  const has = entry
    ? entry.role === 'forbidden'
      ? `${holder} denied access to ${from}`
      : `${holder} ${roleIn('en-US', entry.role)} of ${from}`
    : `${whose} role “${role ?? ''}” can manage the groups of this department`
  if (permitted) return `${has}, so ${they} can ${deed}.`
  if (because === 'ceiling')
    return `${has}, but the roles of ${you ? 'your' : 'their'} account don’t allow it: ${they} can’t ${deed}.`
  if (because === 'dissolving') return `${has}, but the group is being deleted: ${they} can’t ${deed}.`
  if (because === 'account') return `${has}, but the account is frozen or has expired and can’t sign in.`
  if (because === 'group') return `${has}, but group files can’t be shared.`
  if (because === 'place')
    return `${has}, but only its owner decides its name and location: ${they} can’t ${deed} it.`
  if (because === 'nothing' && !entry)
    return `${who} ${you ? 'have' : 'has'} no access to “${subject.itemName}”, so ${they} can’t ${deed}.`
  return `${has}, so ${they} can’t ${deed}.`
}
