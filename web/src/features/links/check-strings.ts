import { plural, texts } from '../../lib/i18n.ts'

/** Words of the content check of links. */
export const t = texts('link-check', {
  found: ['需要注意的文件', 'Files with findings'],
  review: ['待审核', 'To be reviewed'],
  block: ['禁止外发', 'Blocked'],
  approved: ['已批准', 'Approved'],
  finds: ['{{count}} 处', plural('{{count}} find', '{{count}} finds')],
  inArchive: ['在压缩包内：{{path}}', 'In the archive: {{path}}'],
  encrypted: ['有密码，无法检查内容', 'Its content needs a password and couldn’t be checked'],
  oldOffice: ['旧版或加密的 Office 文件，无法检查内容', 'Old and locked Office files can’t be checked'],
  tooDeep: ['压缩包嵌套太深，无法检查内容', 'Archives are nested too deep to be checked'],
  unchecked: ['安全服务没有答复，未检查', 'Not checked: the security service didn’t answer'],
  tooLarge: ['文件太大，未经安全服务检查', 'Too large for the security service, which didn’t check it'],
  tooMuch: ['内容太多，未全部检查', 'There is too much in it to be checked'],
  damaged: ['文件损坏，无法检查内容', 'It’s damaged and couldn’t be checked'],
  loadFailed: ['无法加载检查结果。', 'The findings couldn’t be loaded.'],
  scanning: [
    '正在检查文件（{{checked}} / {{files}}），通过后访客才能打开。现在就可以复制链接。',
    'Files are being checked ({{checked}} of {{files}}). Visitors can open the link once that’s done; you can copy it now.',
  ],
  waiting: [
    '文件里有敏感内容，等待管理员审核。停止分享即取消申请。',
    'Something sensitive was found; an administrator has to approve the link. Stop sharing to cancel.',
  ],
  held: [
    '访客看不到以下 {{count}} 个文件：里面有敏感内容。其余文件不受影响。',
    plural(
      'Visitors don’t see this file, in which something sensitive was found. Others aren’t affected.',
      'Visitors don’t see these {{count}} files, in which something sensitive was found. Others aren’t affected.',
    ),
  ],
  blocked: [
    '有文件含禁止外发的内容。请移除这些文件后重新创建外链，或改用内部共享。',
    'Some files may not leave the company. Remove them and make a new link, or share within the company.',
  ],
  refused: ['管理员的意见：{{note}}', 'The administrator’s note: {{note}}'],
  timeout: ['重新创建外链，即可再次送审。', 'Make a new link to send it to review again.'],
  reviewTitle: ['审核外链“{{name}}”', 'Review the link to {{name}}'],
  reviewOf: [
    '{{name}} 申请分享，共 {{count}} 个文件',
    plural('{{name}} shares {{count}} file', '{{name}} shares {{count}} files'),
  ],
  decision: ['审核结果', 'Decision'],
  agree: ['批准', 'Approve'],
  agreeHint: ['访客可以打开，操作会记入日志', 'Visitors can open it; the audit log records it'],
  refuse: ['拒绝', 'Refuse'],
  refuseHint: ['外链不能打开，创建者会看到原因', 'It doesn’t open, and its owner reads the reason'],
  note: ['审核意见', 'Note'],
  reason: ['拒绝原因', 'Reason'],
  reasonMissing: ['请输入拒绝原因。', 'Enter the reason.'],
  noteLong: ['最多 {{max}} 个字符。', 'Use up to {{max}} characters.'],
  submit: ['提交', 'Submit'],
  approvedDone: ['已批准', 'Approved'],
  refusedDone: ['已拒绝', 'Refused'],
  notDecided: ['审核未提交', 'The decision wasn’t saved'],
})
