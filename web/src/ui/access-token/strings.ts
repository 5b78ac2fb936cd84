import { texts } from '../../lib/i18n.ts'

/** Words of access tokens, where they are made and where they are listed. */
export const t = texts('access-tokens', {
  newToken: ['新建令牌', 'New token'],
  newTokenFor: ['为“{{name}}”新建令牌', 'New token for {{name}}'],
  name: ['名称', 'Name'],
  nameHint: ['说明用在哪里，例如“备份脚本”。', 'What uses it, such as “Backup script”.'],
  nameMissing: ['请输入名称。', 'Enter a name.'],
  nameTooLong: ['名称最多 {{max}} 个字符。', 'Use up to {{max}} characters.'],
  scope: ['权限范围', 'Scope'],
  read: ['只读', 'Read'],
  readHint: ['查看和下载，不能修改。', 'View and download, change nothing.'],
  write: ['读写', 'Read and write'],
  writeHint: [
    '可以使用云盘的全部功能，不能修改密码、会话和令牌。',
    'Everything in the drive, but not passwords, sessions or tokens.',
  ],
  admin: ['管理', 'Administration'],
  adminHint: [
    '还可以使用你的管理权限。泄露后影响很大，请谨慎选择。',
    'The administration too, with your roles. Choose it only if a program needs it.',
  ],
  adminHintService: [
    '还可以使用该账号的管理权限。泄露后影响很大，请谨慎选择。',
    'The administration too, with the account’s roles. Choose it only if a program needs it.',
  ],
  end: ['到期日', 'Valid until'],
  endHint: ['最多 {{days}} 天。', { one: 'Up to {{days}} day.', other: 'Up to {{days}} days.' }],
  endWrong: ['请输入今天之后的日期，例如 2027-06-30。', 'Enter a day after today, such as 2027-06-30.'],
  endTooFar: [
    '最多 {{days}} 天，请选择更早的日期。',
    'Tokens are valid for up to {{days}} days. Choose an earlier day.',
  ],
  create: ['创建', 'Create'],
  notCreated: ['令牌创建失败', 'Couldn’t create the token'],
  createdTitle: ['令牌“{{name}}”已创建', 'Token “{{name}}” created'],
  createdText: [
    '请立即复制并妥善保存，关闭后不再显示。任何拿到它的人都能以此账号访问。',
    'Copy it now and keep it safe: it isn’t shown again. Whoever has it has access as this account.',
  ],
  usage: ['在请求头中使用', 'Send it as a header'],
  copyToken: ['复制令牌', 'Copy token'],
  copied: ['已复制', 'Copied'],
  copyFailed: ['复制失败，请手动选中复制', 'Couldn’t copy. Select and copy it yourself.'],
  done: ['我已保存', 'I’ve saved it'],
  validUntil: ['{{day}} 到期', 'Valid until {{day}}'],
  expiredOn: ['{{day}} 已过期', 'Expired on {{day}}'],
  neverUsed: ['未使用', 'Never used'],
  lastUsed: ['最近使用：{{time}} · {{address}}', 'Last used: {{time}} · {{address}}'],
})
