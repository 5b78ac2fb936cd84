import { texts } from '../../../lib/i18n.ts'

/** Words of the dialog with one's own access tokens. */
export const t = texts('own-tokens', {
  title: ['访问令牌', 'Access tokens'],
  text: [
    '程序用访问令牌以你的身份访问云盘，无需密码。不用的令牌请及时删除。',
    'Programs use access tokens to reach the drive as you, without your password. Remove those you don’t need.',
  ],
  newToken: ['新建令牌', 'New token'],
  empty: ['还没有访问令牌', 'No access tokens yet'],
  emptyText: [
    '脚本或其他程序需要访问云盘时，在这里新建。',
    'Create one when a script or another program needs the drive.',
  ],
  remove: ['删除', 'Remove'],
  removeOf: ['删除令牌“{{name}}”', 'Remove token “{{name}}”'],
  removeTitle: ['删除令牌“{{name}}”？', 'Remove token “{{name}}”?'],
  removeText: [
    '使用它的程序会立即失去访问权限，正在进行的传输会中断。',
    'Programs that use it lose access at once, and running transfers stop.',
  ],
  removed: ['已删除令牌“{{name}}”', 'Token “{{name}}” removed'],
  close: ['关闭', 'Close'],
})
