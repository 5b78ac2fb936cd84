import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import type { Language } from '@clouddisk/contract/errors'

/** What the client itself says of transfers: cause and remedy, in the person's language. */

const TEXTS = {
  unreachable: [
    '连接不上服务器。请检查网络后重试。',
    'The server can’t be reached. Check the network and try again.',
  ],
  diskFull: [
    '本机磁盘空间不足。请清理空间，或换一个下载位置后重试。',
    'The disk of this computer is full. Free some space, or choose another download folder, and try again.',
  ],
  notWritable: [
    '无法写入下载位置。请检查文件夹权限，或换一个下载位置后重试。',
    'The download folder can’t be written to. Check its permissions or choose another, and try again.',
  ],
  noFile: [
    '找不到所选文件，或没有读取权限。请重新选择。',
    'The chosen files don’t exist or can’t be read. Choose them again.',
  ],
  tooMany: [
    '传输列表最多 {{limit}} 个文件。请等待部分传输完成，或分批添加。',
    'The transfer list holds at most {{limit}} files. Wait until some are done, or add fewer at a time.',
  ],
  failed: ['传输失败（{{reason}}）。请重试。', 'The transfer failed ({{reason}}). Try again.'],
} as const

/** Of an error, or of a text by its name. */
export function textOf(
  what: unknown,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  if (typeof what === 'string' && Object.hasOwn(TEXTS, what))
    return fill(TEXTS[what as keyof typeof TEXTS], language, values)
  if (what instanceof ApiError && what.message) return what.message
  if (what instanceof NetworkError || what instanceof TimeoutError)
    return fill(TEXTS.unreachable, language, {})
  const code = (what as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT') return fill(TEXTS.diskFull, language, {})
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'ENOENT')
    return fill(TEXTS.notWritable, language, {})
  return fill(TEXTS.failed, language, { reason: what instanceof Error ? what.message : String(what) })
}

const fill = (
  [zh, en]: readonly [string, string],
  language: Language,
  values: Readonly<Record<string, string | number>>,
): string =>
  (language === 'zh-CN' ? zh : en).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
