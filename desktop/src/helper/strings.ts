import type { Language } from '@clouddisk/contract/errors'

/** What the helper answers to pages: cause and remedy, in the page's language. */

const TEXTS = {
  badMessage: [
    '客户端无法理解此请求。请刷新网页，或更新客户端。',
    'The client doesn’t understand this request. Reload the page, or update the client.',
  ],
  otherServer: [
    '本机的客户端连接的是另一个服务器。请在客户端设置中切换服务器。',
    'The client on this computer is connected to another server. Change the server in its settings.',
  ],
  notSignedIn: [
    '本机的客户端尚未登录。请先在客户端中登录。',
    'The client on this computer isn’t signed in. Sign in to it first.',
  ],
  tokenRefused: [
    '客户端没有接受此请求：登录的可能是另一个账号，或请求已超时。请在客户端中用相同账号登录，然后重试。',
    'The client didn’t accept this request: another account may be signed in there, or it took too long. Sign in to the client with the same account and try again.',
  ],
  busy: [
    '客户端正在等待你选择文件。请先完成或取消。',
    'The client is waiting for you to choose files. Finish or cancel that first.',
  ],
  cancelled: ['没有选择文件，没有上传。', 'No files were chosen, so nothing is uploaded.'],
  noFolder: ['没有选择下载位置，没有下载。', 'No folder was chosen, so nothing is downloaded.'],
  mayNotUpload: [
    '你没有权限上传到此文件夹。请选择其他文件夹，或联系文件夹的管理者。',
    'You may not upload to this folder. Choose another, or ask who manages it.',
  ],
  nothingLeft: [
    '所选内容都不能上传：文件为空、过大、名称或类型不允许，或无法读取。',
    'Nothing of this can be uploaded: the files are empty, too large, unreadable, or their names or kinds aren’t allowed.',
  ],
  tooLarge: [
    '一次上传的总大小要小于 {{limit}}。请分批上传。',
    'A single upload must be under {{limit}} in total. Upload in batches.',
  ],
  tooMany: [
    '传输列表最多 {{limit}} 个文件。请等待部分传输完成，或分批添加。',
    'The transfer list holds at most {{limit}} files. Wait until some are done, or add fewer at a time.',
  ],
  skipped: [
    '{{count}} 个文件没有上传：文件为空、过大、名称或类型不允许，或无法读取。',
    'Files not uploaded: {{count}}. They are empty, too large, unreadable, or their names or kinds aren’t allowed.',
  ],
} as const

export type HelperText = keyof typeof TEXTS

export const textOf = (
  name: HelperText,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  TEXTS[name][language === 'zh-CN' ? 0 : 1].replace(/\{\{(\w+)\}\}/g, (_, key: string) =>
    String(values[key] ?? ''),
  )
