import type { Language } from './errors.ts'
import { formatSize } from './format.ts'
import type { NoticeData, NoticeKind } from './notifications.ts'

/** What a notification says, on the page and in a mail alike, in both languages. */

export interface NoticeWords {
  /** One sentence: who did what. */
  readonly title: string
  /** What it means for the reader, or what to do. */
  readonly detail?: string
}

interface Told extends NoticeData {
  /** The day of `expireTime`, written out; "" without one. */
  readonly day: string
}
type Say = (data: Told, language: Language) => readonly [zh: string, en: string]
interface Saying {
  readonly title: Say
  readonly detail?: Say
}

const who = ({ actorName }: NoticeData): readonly [string, string] =>
  actorName ? [actorName, actorName] : ['系统', 'The system']
const item = ({ instanceName = '' }: NoticeData): readonly [string, string] => [
  `“${instanceName}”`,
  `“${instanceName}”`,
]
const group = ({ groupName = '' }: NoticeData): readonly [string, string] => [
  `群组“${groupName}”`,
  `the group “${groupName}”`,
]

const figure = ({ count = 0 }: NoticeData): string => count.toLocaleString('en-US')

/** What a role lets one do, said of a group and of a share alike. */
const ROLES: Record<string, readonly [string, string]> = {
  owner: ['你现在是所有者。', 'You own it now.'],
  manager: ['你现在可以管理成员和文件。', 'You can now manage its people and files.'],
  linker: ['你现在可以编辑文件、分享链接。', 'You can now edit files and share links.'],
  editor: ['你现在可以编辑。', 'You can now edit.'],
  downloader: ['你现在可以预览和下载。', 'You can now view and download.'],
  viewer: ['你现在可以预览。', 'You can now view.'],
}
const role: Say = ({ role: name = '' }) => ROLES[name] ?? ['', '']

/** Of a permission of one file: none of its own any more, or none at all. */
const ENTRIES: Record<string, readonly [string, string]> = {
  '': ['现在和它所在的文件夹一样。', 'It is as in the folder that it lies in.'],
  forbidden: ['你不能再访问它。', 'You can’t open it any more.'],
}

const withMessage =
  (say: Say): Say =>
  (data, language) => {
    const [zh, en] = say(data, language)
    const until = data.day
    const parts = (text: string, end: string) =>
      [
        text,
        until && end,
        data.message && (language === 'zh-CN' ? `留言：${data.message}` : `Note: ${data.message}`),
      ]
        .filter(Boolean)
        .join(language === 'zh-CN' ? '' : ' ')
    return [parts(zh, `有效期至 ${until}。`), parts(en, `Until ${until}.`)]
  }
const space = (data: NoticeData): readonly [string, string] =>
  data.groupName === undefined
    ? ['你的个人空间', 'Your space']
    : [`群组“${data.groupName}”的空间`, `The space of “${data.groupName}”`]
const fill: Say = ({ used = 0, total = 0 }) => [
  `已用 ${formatSize(used)}，共 ${formatSize(total)}。清理回收站或删除不用的文件。`,
  `${formatSize(used)} of ${formatSize(total)} used. Empty the recycle bin or delete what isn’t needed.`,
]

/** What became of it: of nothing mended, nothing is said. */
const damage: Say = ({ count = 0, mended = 0 }) => {
  if (mended >= count)
    return count === 1
      ? ['已用相同内容的副本修复。', 'It was mended with another copy of the same content.']
      : ['都已用相同内容的副本修复。', 'All were mended with another copy of the same content.']
  const rest = count - mended
  if (mended === 0)
    return rest === 1
      ? ['已不再提供，存储管理中列出了相关文件。', 'It is given to nobody. Storage names its files.']
      : ['都已不再提供，存储管理中列出了相关文件。', 'They are given to nobody. Storage names their files.']
  const whole = mended.toLocaleString('en-US')
  const others =
    rest === 1
      ? 'the other is given to nobody. Storage names its files.'
      : 'the others are given to nobody. Storage names their files.'
  return [
    `已用副本修复 ${whole} 个；其余不再提供，存储管理中列出了相关文件。`,
    `${whole} ${mended === 1 ? 'was' : 'were'} mended with another copy; ${others}`,
  ]
}

const SAYINGS: Record<NoticeKind, Saying> = {
  'share.given': {
    title: (d) => [`${who(d)[0]} 与你共享了${item(d)[0]}`, `${who(d)[1]} shared ${item(d)[1]} with you`],
    detail: withMessage(role),
  },
  'share.changed': {
    title: (d) => [
      `${who(d)[0]} 修改了${item(d)[0]}的共享权限`,
      `${who(d)[1]} changed what you may do with ${item(d)[1]}`,
    ],
    detail: withMessage((d, l) => (d.role ? role(d, l) : ['', ''])),
  },
  'share.stopped': {
    title: (d) => [`${who(d)[0]} 停止共享${item(d)[0]}`, `${who(d)[1]} stopped sharing ${item(d)[1]}`],
    detail: () => ['你不能再访问它。', 'You can’t open it any more.'],
  },
  'files.permissionChanged': {
    title: (d) => [
      `${who(d)[0]} 修改了你对${item(d)[0]}的权限`,
      `${who(d)[1]} changed what you may do with ${item(d)[1]}`,
    ],
    detail: withMessage((d, l) => ENTRIES[d.role ?? ''] ?? role(d, l)),
  },
  'group.added': {
    title: (d) => [`${who(d)[0]} 邀请你加入${group(d)[0]}`, `${who(d)[1]} added you to ${group(d)[1]}`],
    detail: role,
  },
  'group.removed': {
    title: (d) => [`${who(d)[0]} 将你移出${group(d)[0]}`, `${who(d)[1]} removed you from ${group(d)[1]}`],
    detail: () => ['你不能再访问群组文件。', 'You can’t open its files any more.'],
  },
  'group.roleChanged': {
    title: (d) => [
      `${who(d)[0]} 修改了你在${group(d)[0]}的角色`,
      `${who(d)[1]} changed your role in ${group(d)[1]}`,
    ],
    detail: role,
  },
  'group.dissolving': {
    title: (d) => [`${who(d)[0]} 要解散${group(d)[0]}`, `${who(d)[1]} is dissolving ${group(d)[1]}`],
    detail: (d) => [
      `${d.day || '7 天内'} 之前文件仍可查看和下载，之后群组和文件一起删除。`,
      `Its files can be read and downloaded until ${d.day || 'seven days from then'}; then they go with it.`,
    ],
  },
  'group.dissolveCancelled': {
    title: (d) => [`${who(d)[0]} 取消解散${group(d)[0]}`, `${who(d)[1]} kept ${group(d)[1]}`],
    detail: () => ['群组恢复正常使用。', 'It can be used as before.'],
  },
  'handover.asked': {
    title: (d) => [
      `${who(d)[0]} 想把${group(d)[0]}转让给你`,
      `${who(d)[1]} asks you to take over ${group(d)[1]}`,
    ],
    detail: (d) => {
      const [zh, en] =
        d.total === 0
          ? [
              '群组空间由部门提供，不占用你的群组额度。',
              'Its department gives its space; your allowance stays as it is.',
            ]
          : ['同意后群组空间计入你的群组额度。', 'Its space counts towards your allowance once you agree.']
      return [`${zh}${d.day ? `请在 ${d.day} 前答复。` : ''}`, `${en}${d.day ? ` Answer by ${d.day}.` : ''}`]
    },
  },
  'handover.agreed': {
    title: (d) => [`${who(d)[0]} 接受了${group(d)[0]}的转让`, `${who(d)[1]} took over ${group(d)[1]}`],
  },
  'handover.refused': {
    title: (d) => [`${who(d)[0]} 拒绝了${group(d)[0]}的转让`, `${who(d)[1]} won’t take over ${group(d)[1]}`],
    detail: () => ['群组仍归你所有。', 'You still own it.'],
  },
  'handover.cancelled': {
    title: (d) => [
      `${who(d)[0]} 收回了${group(d)[0]}的转让`,
      `${who(d)[1]} took back the handover of ${group(d)[1]}`,
    ],
  },
  'handover.expired': {
    title: (d) => [`${group(d)[0]}的转让已过期`, `The handover of ${group(d)[1]} has expired`],
    detail: () => ['没有人答复，群组所有者不变。', 'Nobody answered; the owner stays the same.'],
  },
  'handover.failed': {
    title: (d) => [`${group(d)[0]}的转让没有成功`, `The handover of ${group(d)[1]} failed`],
    detail: () => ['群组所有者不变，可以重新转让。', 'The owner stays the same; ask again.'],
  },
  'quota.high': {
    title: (d) => [`${space(d)[0]}已用超过 90%`, `${space(d)[1]} is more than 90% full`],
    detail: fill,
  },
  'quota.full': {
    title: (d) => [`${space(d)[0]}已满，不能再上传`, `${space(d)[1]} is full: nothing more can be uploaded`],
    detail: fill,
  },
  'expiry.account': {
    title: (d) => [`你的账号将于 ${d.day} 到期`, `Your account ends on ${d.day}`],
    detail: () => ['联系管理员延长有效期。', 'Ask your administrator to extend it.'],
  },
  'expiry.share': {
    title: (d) => [
      `共享给你的${item(d)[0]}将于 ${d.day} 到期`,
      `${item(d)[1]}, shared with you, ends on ${d.day}`,
    ],
    detail: () => ['需要继续使用，请联系共享人。', 'Ask whoever shared it if you still need it.'],
  },
  'expiry.entry': {
    title: (d) => [
      `你对${item(d)[0]}的权限将于 ${d.day} 到期`,
      `Your permission for ${item(d)[1]} ends on ${d.day}`,
    ],
    detail: () => ['需要继续使用，请联系群组管理者。', 'Ask a manager of the group if you still need it.'],
  },
  'files.damaged': {
    title: (d) => [`${item(d)[0]}的内容在上传途中损坏`, `${item(d)[1]} was damaged on its way here`],
    detail: () => [
      '为避免读到错误的内容，这个版本已不能打开。请重新上传。',
      'That version can’t be opened, so that nobody reads what is wrong. Upload it again.',
    ],
  },
  'upload.ended': {
    title: (d) => {
      const [zh, en] = [
        `管理员 ${who(d)[0]} 取消了你上传的${item(d)[0]}`,
        `${who(d)[1]}, an administrator, canceled`,
      ]
      const others = (d.count ?? 1) - 1
      if (others === 0) return [zh, `${en} your upload of ${item(d)[1]}`]
      return [
        `${zh}等 ${figure(d)} 个文件`,
        `${en} your uploads of ${item(d)[1]} and ${others.toLocaleString('en-US')} more`,
      ]
    },
    detail: () => [
      '已收到的部分已删除。还需要的话，请重新上传。',
      'The received part was deleted. Upload again if you still need it.',
    ],
  },
  'content.damaged': {
    // Not how it was found: reading all again finds it, and so does whoever downloads it.
    title: (d) => [
      `发现 ${figure(d)} 个存储对象损坏或丢失`,
      d.count === 1
        ? '1 stored object was found damaged or missing'
        : `${figure(d)} stored objects were found damaged or missing`,
    ],
    detail: damage,
  },
  'files.handedOver': {
    title: (d) => [`${who(d)[0]} 的文件已移交给你`, `The files of ${who(d)[1]} were handed over to you`],
    detail: (d) => [
      `共 ${figure(d)} 个文件，在你个人文件的文件夹${item(d)[0]}里。`,
      `${figure(d)} files, in the folder ${item(d)[1]} of your own files.`,
    ],
  },
  'files.massDeleted': {
    title: (d) => {
      const at = d.groupName === undefined ? item(d) : group(d)
      return [
        `${who(d)[0]} 从${at[0]}删除了 ${figure(d)} 项`,
        `${who(d)[1]} deleted ${figure(d)} items from ${at[1]}`,
      ]
    },
    detail: () => ['30 天内可以从回收站还原。', 'They can be restored from the recycle bin for 30 days.'],
  },
  'files.massMoved': {
    title: (d) => {
      const at = d.groupName === undefined ? item(d) : group(d)
      return [
        `${who(d)[0]} 从${at[0]}移出了 ${figure(d)} 项`,
        `${who(d)[1]} moved ${figure(d)} items out of ${at[1]}`,
      ]
    },
    detail: () => [
      '它们不再属于这里。还需要的，请联系移走的人。',
      'They are not here any more. Ask whoever moved them if they are needed.',
    ],
  },
}

/** @param dayOf writes the day of a moment: the reader's own on the page, the installation's in a mail. */
export function noticeWords(
  kind: NoticeKind,
  data: NoticeData,
  language: Language,
  dayOf: (moment: string) => string = (moment) => moment.slice(0, 10),
): NoticeWords {
  const { title, detail } = SAYINGS[kind]
  const at = language === 'zh-CN' ? 0 : 1
  const told: Told = { ...data, day: data.expireTime ? dayOf(data.expireTime) : '' }
  const more = detail?.(told, language)[at]
  return { title: title(told, language)[at], ...(more && { detail: more }) }
}

/** Of an address, with what is known. */
function search(known: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Of the folder that it lies in; the page finds by itself what somebody shared. */
function folderAddress({ groupId, parentId }: NoticeData): string {
  const area = groupId === undefined ? '/personalFile' : '/groupFile'
  return area + search({ folder: parentId === '0' ? undefined : parentId })
}

/** Where the page shows what it is about, below its base path; undefined where there is nothing to go to. */
export function noticeAddress(kind: NoticeKind, data: NoticeData): string | undefined {
  const { instanceId, isFolder, groupId } = data
  const folder = instanceId === undefined ? '' : `?folder=${encodeURIComponent(instanceId)}`
  switch (kind) {
    case 'share.given':
    case 'share.changed':
    case 'expiry.share':
      return `/fileShare${isFolder ? folder : ''}`
    case 'group.added':
    case 'group.roleChanged':
    case 'group.dissolving':
    case 'group.dissolveCancelled':
    case 'handover.agreed':
    case 'handover.refused':
    case 'handover.cancelled':
    case 'handover.expired':
    case 'handover.failed':
      return `/groupFile${folder}`
    case 'handover.asked':
      return '/groupFile'
    case 'files.handedOver':
      return '/personalFile'
    case 'quota.high':
    case 'quota.full':
      return groupId === undefined ? '/personalFile' : `/groupFile${folder}`
    case 'files.permissionChanged':
      if (data.role === 'forbidden') return undefined
      return isFolder || !data.parentId
        ? `/groupFile${folder}`
        : `/groupFile?folder=${encodeURIComponent(data.parentId)}`
    case 'files.damaged':
      return folderAddress(data)
    case 'upload.ended':
      // Nothing of it is there: without a folder to upload to anew it leads nowhere.
      return data.parentId && folderAddress(data)
    case 'content.damaged':
      return '/admin/storage'
    case 'files.massMoved':
      return groupId === undefined ? '/personalFile' : `/groupFile${folder}`
    case 'expiry.entry':
      return data.parentId
        ? `/groupFile?folder=${encodeURIComponent(data.parentId)}`
        : `/groupFile${isFolder ? folder : ''}`
    case 'files.massDeleted':
      return `/recycleBin${search({ group: groupId, deletion: data.deletionId })}`
    default:
      return undefined
  }
}
