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

interface DatedNotice extends NoticeData {
  /** The day of `expireTime`, written out; "" without one. */
  readonly day: string
}
type Say = (data: DatedNotice, language: Language) => readonly [zh: string, en: string]
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
  owner: ['你已成为所有者。', 'You’re now the owner.'],
  manager: ['你可以管理成员和文件。', 'You can manage its people and files.'],
  linker: ['你可以编辑文件和分享链接。', 'You can edit files and share links.'],
  editor: ['你可以编辑。', 'You can edit it.'],
  downloader: ['你可以预览和下载。', 'You can view and download it.'],
  viewer: ['你可以预览。', 'You can view it.'],
}
const role: Say = ({ role: name = '' }) => ROLES[name] ?? ['', '']

/** Of a permission of one file: none of its own any more, or none at all. */
const ENTRIES: Record<string, readonly [string, string]> = {
  '': ['权限与所在文件夹一致。', 'You now have the same access as in its folder.'],
  forbidden: ['你已无法访问。', 'You no longer have access.'],
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
    return [parts(zh, `${until} 到期。`), parts(en, `Expires ${until}.`)]
  }
const space = (data: NoticeData): readonly [string, string] =>
  data.groupName === undefined
    ? ['你的个人空间', 'Your drive']
    : [`群组“${data.groupName}”的空间`, `The group “${data.groupName}”`]
const fill: Say = ({ used = 0, total = 0 }) => [
  `已用 ${formatSize(used)}，共 ${formatSize(total)}。请清空回收站或删除不需要的文件。`,
  `${formatSize(used)} of ${formatSize(total)} used. Empty the recycle bin or delete files you don’t need.`,
]

/** The beginning of a comment, which is removed with the comment. */
const comment: Say = ({ message }) =>
  message
    ? [message, message]
    : ['评论已删除，或你已无法查看。', 'The comment was deleted, or you can’t read it any more.']

/** How many of the damaged objects were repaired; without repairs only the damage is reported. */
const damage: Say = ({ count = 0, mended = 0 }) => {
  if (mended >= count)
    return count === 1
      ? ['已用副本修复。', 'It was repaired from another copy.']
      : ['已全部用副本修复。', 'All were repaired from other copies.']
  const rest = count - mended
  if (mended === 0)
    return rest === 1
      ? ['已停止访问，受影响的文件见“存储管理”。', 'It can’t be opened. See Storage for the affected files.']
      : [
          '已停止访问，受影响的文件见“存储管理”。',
          'They can’t be opened. See Storage for the affected files.',
        ]
  const whole = mended.toLocaleString('en-US')
  const others =
    rest === 1
      ? 'the other can’t be opened. See Storage for the affected files.'
      : 'the others can’t be opened. See Storage for the affected files.'
  return [
    `已用副本修复 ${whole} 个，其余已停止访问，受影响的文件见“存储管理”。`,
    `${whole} ${mended === 1 ? 'was' : 'were'} repaired from another copy; ${others}`,
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
      `${who(d)[1]} changed your access to ${item(d)[1]}`,
    ],
    detail: withMessage((d, l) => (d.role ? role(d, l) : ['', ''])),
  },
  'share.stopped': {
    title: (d) => [`${who(d)[0]} 停止共享${item(d)[0]}`, `${who(d)[1]} stopped sharing ${item(d)[1]}`],
    detail: () => ['你已无法访问。', 'You no longer have access.'],
  },
  'link.opened': {
    title: (d) => [
      `${item(d)[0]}的外链首次被打开`,
      `Your link to ${item(d)[1]} was opened for the first time`,
    ],
  },
  'link.expiring': {
    title: (d) => [`${item(d)[0]}的外链将于 ${d.day} 失效`, `Your link to ${item(d)[1]} expires on ${d.day}`],
    detail: () => ['如需继续使用，请延长有效期。', 'Extend it if it’s still needed.'],
  },
  'link.ended': {
    title: (d) => [`${item(d)[0]}的外链已失效`, `Your link to ${item(d)[1]} has expired`],
    detail: () => ['有效期已过，或访问次数已用完。', 'Its time is over, or its visits are used up.'],
  },
  'link.locked': {
    title: (d) => [
      `有人多次输错${item(d)[0]}的外链提取码`,
      `Wrong extraction codes were entered for your link to ${item(d)[1]}`,
    ],
    detail: () => [
      '已暂停其尝试。如有疑问，请修改提取码。',
      'Further attempts are paused. Change the code if in doubt.',
    ],
  },
  'link.uploaded': {
    title: (d) => [
      `访客通过${item(d)[0]}的外链上传了 ${figure(d)} 个文件`,
      d.count === 1
        ? `A visitor uploaded a file by your link to ${item(d)[1]}`
        : `Visitors uploaded ${figure(d)} files by your link to ${item(d)[1]}`,
    ],
  },
  'link.stopped': {
    title: (d) => [`管理员停止了${item(d)[0]}的外链`, `An administrator stopped your link to ${item(d)[1]}`],
    detail: (d) =>
      d.message ? [`原因：${d.message}`, `Reason: ${d.message}`] : ['已不能打开。', 'It no longer opens.'],
  },
  'link.approved': {
    title: (d) => [`${item(d)[0]}的外链已通过审核`, `Your link to ${item(d)[1]} was approved`],
    detail: (d) =>
      d.message
        ? [`审核意见：${d.message}`, `Note: ${d.message}`]
        : ['访客现在可以打开。', 'Visitors can open it now.'],
  },
  'link.refused': {
    title: (d) => [`${item(d)[0]}的外链未通过审核`, `Your link to ${item(d)[1]} was refused`],
    detail: (d) =>
      d.message ? [`原因：${d.message}`, `Reason: ${d.message}`] : ['已不能打开。', 'It doesn’t open.'],
  },
  'link.blocked': {
    title: (d) => [
      `${item(d)[0]}的外链含有禁止外发的内容`,
      `Your link to ${item(d)[1]} has content that may not leave`,
    ],
    detail: () => ['请移除相关文件后重新创建外链。', 'Remove these files and make a new link.'],
  },
  'link.unreviewed': {
    title: (d) => [
      `${item(d)[0]}的外链七天内无人审核，已失效`,
      `Your link to ${item(d)[1]} wasn’t reviewed within seven days`,
    ],
    detail: () => ['如仍需要，请重新创建外链。', 'Make a new one if it’s still needed.'],
  },
  'link.held': {
    title: (d) => [
      `${item(d)[0]}的外链里有 ${figure(d)} 个文件未对访客开放`,
      d.count === 1
        ? `A file in your link to ${item(d)[1]} is kept from visitors`
        : `${figure(d)} files in your link to ${item(d)[1]} are kept from visitors`,
    ],
    detail: () => [
      '内容检查发现了敏感内容。其余文件不受影响。',
      'Something sensitive was found in it. Other files aren’t affected.',
    ],
  },
  'link.filesRefused': {
    title: (d) => [
      `${item(d)[0]}的外链里的新文件未通过审核`,
      `New files in your link to ${item(d)[1]} were refused`,
    ],
    detail: (d) =>
      d.message
        ? [`原因：${d.message}`, `Reason: ${d.message}`]
        : ['访客看不到它们。', 'Visitors don’t see them.'],
  },
  'link.toReview': {
    title: (d) => [
      `${who(d)[0]} 分享${item(d)[0]}的外链待审核`,
      `${who(d)[1]}’s link to ${item(d)[1]} waits for your review`,
    ],
    detail: () => ['请在“外链管理”中批准或拒绝。', 'Approve or refuse it under “External links”.'],
  },
  'comment.mentioned': {
    title: (d) => [
      `${who(d)[0]} 在${item(d)[0]}的评论中提到了你`,
      `${who(d)[1]} mentioned you in a comment on ${item(d)[1]}`,
    ],
    detail: comment,
  },
  'comment.added': {
    title: (d) => [`${who(d)[0]} 评论了${item(d)[0]}`, `${who(d)[1]} commented on ${item(d)[1]}`],
    detail: comment,
  },
  'outbound.approved': {
    title: () => ['你的外发申请已批准', 'You may share outside the company now'],
    detail: (d) => {
      const note = d.message ?? ''
      return [
        [d.day ? `有效期至 ${d.day}。` : '长期有效。', note && `审核意见：${note}`].join(''),
        [d.day ? `Until ${d.day}.` : 'Without an end.', note && `Note: ${note}`].filter(Boolean).join(' '),
      ]
    },
  },
  'outbound.refused': {
    title: () => ['你的外发申请未通过', 'Your request to share outside the company was refused'],
    detail: (d) =>
      d.message
        ? [`原因：${d.message}`, `Reason: ${d.message}`]
        : ['请改用内部共享。', 'Share within the company instead.'],
  },
  'outbound.revoked': {
    title: () => ['管理员收回了你的外发权限', 'An administrator took back your permission to share outside'],
    detail: (d) =>
      d.message
        ? [`原因：${d.message}`, `Reason: ${d.message}`]
        : ['外链已停止打开。', 'Your links no longer open.'],
  },
  'outbound.unreviewed': {
    title: () => [
      '你的外发申请七天内无人审核，已失效',
      'Your request to share outside wasn’t reviewed within seven days',
    ],
    detail: () => ['如仍需要，请重新申请。', 'Ask again if it’s still needed.'],
  },
  'outbound.ended': {
    title: () => ['你的外发权限已到期', 'Your permission to share outside the company has ended'],
    detail: () => [
      '外链已停止打开，重新获得权限后恢复。',
      'Your links don’t open until you have it again. Ask for it if it’s still needed.',
    ],
  },
  'outbound.toReview': {
    title: (d) => [`${who(d)[0]} 申请外发权限`, `${who(d)[1]} asks to share outside the company`],
    detail: (d) =>
      d.message
        ? [`原因：${d.message}`, `Reason: ${d.message}`]
        : ['请在“外链管理”中批准或拒绝。', 'Approve or refuse it under “External links”.'],
  },
  'feedback.answered': {
    title: () => ['管理员回复了你的反馈', 'An administrator answered your feedback'],
    detail: ({ message = '' }) => [message, message],
  },
  'feedback.received': {
    title: (d) => [`${who(d)[0]} 提交了反馈`, `${who(d)[1]} sent feedback`],
    detail: ({ message = '' }) => [message, message],
  },
  'token.revoked': {
    title: (d) => [
      `管理员 ${who(d)[0]} 吊销了你的访问令牌${item(d)[0]}`,
      `${who(d)[1]}, an administrator, revoked your access token ${item(d)[1]}`,
    ],
    detail: () => [
      '使用它的程序已无法访问。如仍需要，请创建新令牌。',
      'Programs that use it have no access any more. Create another one if it’s still needed.',
    ],
  },
  'token.created': {
    title: (d) => [
      `你的账号新建了访问令牌${item(d)[0]}`,
      `An access token ${item(d)[1]} was created for your account`,
    ],
    detail: () => [
      '如非本人操作，请立即删除并修改密码。',
      'If it wasn’t you, remove it at once and change your password.',
    ],
  },
  'secondFactor.reset': {
    title: (d) => [
      d.actorName ? `管理员 ${d.actorName} 重置了你的二次验证` : '你的二次验证已被重置',
      d.actorName
        ? `${d.actorName}, an administrator, reset your two-step verification`
        : 'Your two-step verification was reset',
    ],
    detail: () => [
      '所有设备已退出登录。请登录后重新设置。',
      'You were signed out everywhere. Sign in and set it up again.',
    ],
  },
  'secondFactor.added': {
    title: ({ message }) =>
      message === 'passkey'
        ? ['你的账号添加了通行密钥', 'A passkey was added to your account']
        : ['你的账号添加了验证器应用', 'An authenticator app was added to your account'],
    detail: () => [
      '如非本人操作，请立即移除它并修改密码。',
      'If it wasn’t you, remove it at once and change your password.',
    ],
  },
  'files.permissionChanged': {
    title: (d) => [
      `${who(d)[0]} 修改了你对${item(d)[0]}的权限`,
      `${who(d)[1]} changed your access to ${item(d)[1]}`,
    ],
    detail: withMessage((d, l) => ENTRIES[d.role ?? ''] ?? role(d, l)),
  },
  'group.added': {
    title: (d) => [`${who(d)[0]} 邀请你加入${group(d)[0]}`, `${who(d)[1]} added you to ${group(d)[1]}`],
    detail: role,
  },
  'group.removed': {
    title: (d) => [`${who(d)[0]} 将你移出${group(d)[0]}`, `${who(d)[1]} removed you from ${group(d)[1]}`],
    detail: () => ['你已无法访问群组文件。', 'You can no longer open its files.'],
  },
  'group.roleChanged': {
    title: (d) => [
      `${who(d)[0]} 修改了你在${group(d)[0]}的角色`,
      `${who(d)[1]} changed your role in ${group(d)[1]}`,
    ],
    detail: role,
  },
  'group.dissolving': {
    title: (d) => [`${who(d)[0]} 将解散${group(d)[0]}`, `${who(d)[1]} is deleting ${group(d)[1]}`],
    detail: (d) => [
      `${d.day ? `${d.day} 前` : '7 天内'}仍可查看和下载，之后群组和文件将被删除。`,
      `Files can be viewed and downloaded ${d.day ? `until ${d.day}` : 'for seven days'}. Then the group and its files are deleted.`,
    ],
  },
  'group.dissolveCancelled': {
    title: (d) => [
      `${who(d)[0]} 取消了解散${group(d)[0]}`,
      `${who(d)[1]} canceled the deletion of ${group(d)[1]}`,
    ],
    detail: () => ['群组恢复正常使用。', 'It can be used as usual.'],
  },
  'handover.asked': {
    title: (d) => [
      `${who(d)[0]} 想把${group(d)[0]}转让给你`,
      `${who(d)[1]} wants to transfer ${group(d)[1]} to you`,
    ],
    detail: (d) => {
      const [zh, en] =
        d.total === 0
          ? [
              '群组空间由部门提供，不占用你的群组额度。',
              'Its department provides the space; your group quota isn’t used.',
            ]
          : ['同意后占用你的群组额度。', 'If you accept, it uses your group quota.']
      return [`${zh}${d.day ? `请在 ${d.day} 前确认。` : ''}`, `${en}${d.day ? ` Respond by ${d.day}.` : ''}`]
    },
  },
  'handover.agreed': {
    title: (d) => [
      `${who(d)[0]} 接受了${group(d)[0]}的转让`,
      `${who(d)[1]} accepted the transfer of ${group(d)[1]}`,
    ],
  },
  'handover.refused': {
    title: (d) => [
      `${who(d)[0]} 拒绝了${group(d)[0]}的转让`,
      `${who(d)[1]} declined the transfer of ${group(d)[1]}`,
    ],
    detail: () => ['你仍是群组所有者。', 'You’re still the owner.'],
  },
  'handover.cancelled': {
    title: (d) => [
      `${who(d)[0]} 撤回了${group(d)[0]}的转让`,
      `${who(d)[1]} canceled the transfer of ${group(d)[1]}`,
    ],
  },
  'handover.expired': {
    title: (d) => [`${group(d)[0]}的转让已过期`, `The transfer of ${group(d)[1]} has expired`],
    detail: () => [
      '对方未在期限内确认，群组所有者不变。',
      'There was no response in time. The owner stays the same.',
    ],
  },
  'handover.failed': {
    title: (d) => [`${group(d)[0]}转让失败`, `The transfer of ${group(d)[1]} failed`],
    detail: () => ['群组所有者不变，可重新转让。', 'The owner stays the same. Try again.'],
  },
  'quota.high': {
    title: (d) => [`${space(d)[0]}已用超过 90%`, `${space(d)[1]} is more than 90% full`],
    detail: fill,
  },
  'quota.full': {
    title: (d) => [`${space(d)[0]}已满，无法上传`, `${space(d)[1]} is full. You can’t upload any more`],
    detail: fill,
  },
  'expiry.account': {
    title: (d) => [`你的账号将于 ${d.day} 到期`, `Your account expires on ${d.day}`],
    detail: () => ['请联系管理员延长有效期。', 'Ask your administrator to extend it.'],
  },
  'expiry.share': {
    title: (d) => [
      `共享给你的${item(d)[0]}将于 ${d.day} 到期`,
      `Your access to ${item(d)[1]} expires on ${d.day}`,
    ],
    detail: () => ['如需继续使用，请联系共享人。', 'If you still need it, ask the person who shared it.'],
  },
  'expiry.entry': {
    title: (d) => [
      `你对${item(d)[0]}的权限将于 ${d.day} 到期`,
      `Your access to ${item(d)[1]} expires on ${d.day}`,
    ],
    detail: () => ['如需继续使用，请联系群组管理员。', 'If you still need it, ask a manager of the group.'],
  },
  'files.damaged': {
    title: (d) => [`${item(d)[0]}在上传中损坏`, `${item(d)[1]} was damaged during upload`],
    detail: () => ['这个版本无法打开，请重新上传。', 'This version can’t be opened. Upload the file again.'],
  },
  'files.infected': {
    title: (d) => [
      `${item(d)[0]}含有病毒，已被隔离`,
      `A virus was found in ${item(d)[1]}. It’s in quarantine`,
    ],
    detail: (d) => [
      `发现：${d.message ?? ''}。文件不能打开；如有疑问，请联系管理员。`,
      `Found: ${d.message ?? ''}. It can’t be opened. Ask your administrator if in doubt.`,
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
      '已上传的部分已删除。如仍需要，请重新上传。',
      'What was uploaded so far was deleted. Upload again if you still need it.',
    ],
  },
  'files.sensitive': {
    title: (d) => [
      `${d.actorName ? `${d.actorName} 放入的` : ''}${figure(d)} 个文件命中禁止规则`,
      d.count === 1
        ? `A file${d.actorName ? ` from ${d.actorName}` : ''} meets a rule that blocks`
        : `${figure(d)} files${d.actorName ? ` from ${d.actorName}` : ''} meet a rule that blocks`,
    ],
    detail: (d) => [
      `包括${item(d)[0]}。同事已可看到，请在“审计日志”中查看并处理。`,
      `${item(d)[1]} among them. Colleagues see them already; the audit log has where they are.`,
    ],
  },
  'files.ownSensitive': {
    title: (d) => [
      `你放入的 ${figure(d)} 个文件命中禁止规则`,
      d.count === 1
        ? 'A file of yours meets a rule that blocks'
        : `${figure(d)} of your files meet a rule that blocks`,
    ],
    detail: (d) => [
      `包括${item(d)[0]}。请将其移出群组或共享文件夹，或联系管理员。`,
      `${item(d)[1]} among them. Take them out of the group or shared folder, or ask your administrator.`,
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
  'content.infected': {
    title: (d) => [`${item(d)[0]}含有病毒，已隔离`, `A virus was found in ${item(d)[1]}`],
    detail: (d) => [
      `发现：${d.message ?? ''}，涉及 ${figure(d)} 个文件。请在“病毒隔离”中处理。`,
      `Found: ${d.message ?? ''}, in ${d.count === 1 ? '1 file' : `${figure(d)} files`}. See Quarantine.`,
    ],
  },
  'files.handedOver': {
    title: (d) => [`${who(d)[0]} 的文件已移交给你`, `${who(d)[1]}’s files were handed over to you`],
    detail: (d) => [
      `共 ${figure(d)} 个文件，位于个人文件的${item(d)[0]}文件夹。`,
      `${figure(d)} files are in the folder ${item(d)[1]} in your Personal files.`,
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
    detail: () => ['30 天内可从回收站还原。', 'You can restore them from the recycle bin for 30 days.'],
  },
  'files.massMoved': {
    title: (d) => {
      const at = d.groupName === undefined ? item(d) : group(d)
      return [
        `${who(d)[0]} 从${at[0]}移出了 ${figure(d)} 项`,
        `${who(d)[1]} moved ${figure(d)} items out of ${at[1]}`,
      ]
    },
    detail: () => ['如仍需要，请联系移走的人。', 'If you need them, ask the person who moved them.'],
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
  const dated: DatedNotice = { ...data, day: data.expireTime ? dayOf(data.expireTime) : '' }
  const more = detail?.(dated, language)[at]
  return { title: title(dated, language)[at], ...(more && { detail: more }) }
}

/** Of an address, with what is known. */
function search(known: Readonly<Record<string, string | undefined>>): string {
  const fields = Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`
}

/** Of the folder that it lies in; the page finds by itself what somebody shared. */
function folderAddress({ groupId, parentId }: NoticeData): string {
  const area = groupId === undefined ? '/personalFile' : '/groupFile'
  return area + search({ folder: parentId === '0' ? undefined : parentId })
}

/** The comments on an item, beside its folder or the list of shares. The page finds the area by itself. */
function commentsAddress({ groupId, parentId, instanceId, isFolder }: NoticeData): string {
  // A group itself, or what lies in a folder of it that the reader may not open.
  if (groupId !== undefined && parentId === undefined)
    return `/groupFile${search({ folder: isFolder ? instanceId : undefined })}`
  const area = groupId !== undefined ? '/groupFile' : parentId === undefined ? '/fileShare' : '/personalFile'
  return area + search({ folder: parentId, select: instanceId, tab: 'comments' })
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
    case 'link.opened':
    case 'link.expiring':
    case 'link.ended':
    case 'link.locked':
    case 'link.stopped':
    case 'link.approved':
    case 'link.refused':
    case 'link.blocked':
    case 'link.unreviewed':
    case 'link.held':
    case 'link.filesRefused':
    case 'outbound.approved':
    case 'outbound.refused':
    case 'outbound.revoked':
    case 'outbound.unreviewed':
    case 'outbound.ended':
      return '/mySharing'
    case 'outbound.toReview':
      return '/admin/links?view=requests'
    case 'feedback.answered':
      return '/help?feedback=sent'
    case 'feedback.received':
      return '/admin/feedback'
    case 'link.toReview':
      return '/admin/links?status=verifying'
    case 'link.uploaded':
      return groupId === undefined ? `/personalFile${folder}` : `/groupFile${folder}`
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
    case 'comment.mentioned':
    case 'comment.added':
      return commentsAddress(data)
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
    case 'files.infected':
      return folderAddress(data)
    case 'upload.ended':
      // Nothing of it is there: without a folder to upload to anew it leads nowhere.
      return data.parentId && folderAddress(data)
    case 'files.sensitive':
      return '/admin/logs'
    case 'content.damaged':
      return '/admin/storage'
    case 'content.infected':
      return '/admin/quarantine'
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
