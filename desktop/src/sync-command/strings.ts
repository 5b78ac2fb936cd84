import type { Language } from '@clouddisk/contract/errors'

/** What `clouddisk sync` prints: cause and remedy, in the system's language. */

const TEXTS = {
  noToken: [
    '没有访问令牌。请在“设置”的“账号”中打开“访问令牌”，创建范围为“读写”的令牌，并通过环境变量 CLOUDDISK_TOKEN 或 --token-file 提供。',
    'There is no access token. Create one with the scope “Read and write” in Settings, Account, Access tokens, and pass it in CLOUDDISK_TOKEN or by --token-file.',
  ],
  tokenUnreadable: [
    '无法读取令牌文件 {{path}}（{{reason}}）。请检查 --token-file 和文件的权限。',
    'The token file {{path}} can’t be read ({{reason}}). Check --token-file and the file’s permissions.',
  ],
  tokenOpen: [
    '其他用户可以读取令牌文件 {{path}}。请运行 chmod 600 {{path}} 后重试。',
    'Other users may read the token file {{path}}. Run chmod 600 {{path}} and try again.',
  ],
  tokenRefused: [
    '服务器拒绝了访问令牌：它不正确、已过期或已被删除。请检查，或创建新的令牌。',
    'The server refused the access token: it is wrong, has expired or was removed. Check it, or create another.',
  ],
  unreachable: [
    '连接不上服务器 {{server}}。请检查地址和网络后重试。',
    'The server {{server}} can’t be reached. Check the address and the network, and try again.',
  ],
  stalled: [
    '{{seconds}} 秒内没有任何进展：服务器没有响应。下次运行会继续。',
    'Nothing has moved for {{seconds}} seconds: the server doesn’t answer. The next run goes on from here.',
  ],
  badAddress: [
    '--server 的值 {{address}} 不是服务器地址，例如 https://drive.example.com。',
    '--server {{address}} isn’t the address of a server, such as https://drive.example.com.',
  ],
  badTime: [
    '--daily 的值 {{value}} 不是 HH:MM 形式的时间，例如 02:30。',
    '--daily {{value}} isn’t a time as HH:MM, such as 02:30.',
  ],
  badSeconds: [
    '--timeout 的值 {{value}} 不是大于 0 的秒数。',
    '--timeout {{value}} isn’t a number of seconds above 0.',
  ],
  noFolder: [
    '文件夹 {{path}} 不存在或无法读取。请检查 --from。',
    'The folder {{path}} doesn’t exist or can’t be read. Check --from.',
  ],
  badState: [
    '无法写入状态文件夹 {{path}}（{{reason}}）。请用 --state 指定其他文件夹。',
    'The state folder {{path}} can’t be written to ({{reason}}). Name another with --state.',
  ],
  badTarget: [
    '云端路径 {{path}} 不能包含“.”或“..”。请检查 --to。',
    'The path {{path}} in the drive can’t have “.” or “..” in it. Check --to.',
  ],
  noGroup: [
    '你不在名为“{{name}}”的群组中。请检查 --group。',
    'You aren’t in a group named “{{name}}”. Check --group.',
  ],
  severalGroups: [
    '有多个名为“{{name}}”的群组。请重命名其中一个。',
    'Several groups are named “{{name}}”. Rename one of them.',
  ],
  targetIsFile: [
    '云端路径中的 {{path}} 是文件，不是文件夹。请检查 --to。',
    '{{path}} in the drive is a file, not a folder. Check --to.',
  ],
  otherRun: [
    '此文件夹的另一次同步正在运行。请等待它完成。',
    'Another sync of this folder is running. Wait until it’s done.',
  ],
  interrupted: ['已中断。下次运行会继续。', 'Interrupted. The next run goes on from here.'],
  serverSays: ['服务器拒绝：{{reason}}', 'The server refused: {{reason}}'],

  start: ['正在同步 {{from}} 到 {{to}}', 'Syncing {{from}} to {{to}}'],
  sent: ['已上传 {{path}}（{{size}} 字节）', 'sent {{path}} ({{size}} bytes)'],
  wouldSend: ['将上传 {{path}}（{{size}} 字节）', 'would send {{path}} ({{size}} bytes)'],
  failed: ['未上传 {{path}}：{{message}}', 'not sent {{path}}: {{message}}'],
  end: [
    '共 {{files}} 个文件：上传 {{uploaded}}，未变 {{unchanged}}，忽略 {{ignored}}，失败 {{failed}}（{{bytes}} 字节）',
    '{{files}} files: {{uploaded}} sent, {{unchanged}} unchanged, {{ignored}} ignored, {{failed}} failed ({{bytes}} bytes)',
  ],
  waiting: ['下次同步：{{next}}', 'Next sync: {{next}}'],
} as const

export type CommandText = keyof typeof TEXTS
export type Values = Readonly<Record<string, string | number>>

export const say = (what: CommandText, language: Language, values: Values = {}): string =>
  TEXTS[what][language === 'zh-CN' ? 0 : 1].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
