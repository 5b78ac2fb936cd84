import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'
import { noticeAddress, noticeWords } from '@clouddisk/contract/notice-words'
import { dayIn } from '../../config/zone.ts'
import type { QueuedNotification } from './mail-store.ts'
import type { MailMessage } from './smtp.ts'

/** Builds mails as plain text and simple HTML in the reader's language. */

interface MailSettings {
  /** The page's address. */
  readonly page: string
  /** The time zone of dates. */
  readonly zone: string
}

const TEXTS = {
  'zh-CN': {
    hello: (name: string) => `${name}，你好：`,
    digest: (count: number) => `企业云盘：${count} 条新通知`,
    more: (count: number) => `还有 ${count} 条，请在企业云盘中查看。`,
    open: '打开',
    why: '此邮件由企业云盘自动发送。如不想再收到，请',
    settings: '修改通知设置',
  },
  'en-US': {
    hello: (name: string) => `Hi ${name},`,
    digest: (count: number) => `Clouddisk: ${count} new ${count === 1 ? 'notification' : 'notifications'}`,
    more: (count: number) => `${count} more in Clouddisk.`,
    open: 'Open',
    why: 'This email was sent automatically. To stop these emails, ',
    settings: 'change your notification settings',
  },
} as const

const MAX_LISTED = 50

export function composeNotice(notice: QueuedNotification, place: MailSettings): MailMessage {
  const language = notice.language ?? DEFAULT_LANGUAGE
  const { title } = noticeWords(notice.kind, notice.data, language, dayOf(place))
  return { ...body(notice.name, [notice], place, language), subject: collapseWhitespace(title) }
}

export function composeDigest(notices: readonly QueuedNotification[], place: MailSettings): MailMessage {
  const [first] = notices
  const language = first?.language ?? DEFAULT_LANGUAGE
  return {
    ...body(first?.name ?? '', notices, place, language),
    subject: TEXTS[language].digest(notices.length),
  }
}

const dayOf =
  ({ zone }: MailSettings) =>
  (moment: string) =>
    dayIn(zone, moment)

function body(
  name: string,
  notices: readonly QueuedNotification[],
  place: MailSettings,
  language: Language,
): Omit<MailMessage, 'subject'> {
  const { page } = place
  const words = TEXTS[language]
  const settingsUrl = `${page}/personalFile#notification-settings`
  const shown = notices.slice(0, MAX_LISTED).map(({ kind, data }) => ({
    ...noticeWords(kind, data, language, dayOf(place)),
    address: noticeAddress(kind, data),
  }))
  const left = notices.length - shown.length
  const text = [
    words.hello(name),
    ...shown.map(({ title, detail, address }) =>
      [title, detail, address && page + address].filter(Boolean).join('\n'),
    ),
    ...(left > 0 ? [words.more(left)] : []),
    `${words.why}${words.settings}:\n${settingsUrl}`,
  ].join('\n\n')
  const html = `<!doctype html><html lang="${language}"><body style="font:14px/1.5 sans-serif;color:#111">
<p>${escapeHtml(words.hello(name))}</p>
${shown
  .map(
    ({ title, detail, address }) =>
      `<p><strong>${escapeHtml(title)}</strong>${detail ? `<br>${escapeHtml(detail)}` : ''}${
        address ? `<br><a href="${escapeHtml(page + address)}">${words.open}</a>` : ''
      }</p>`,
  )
  .join('\n')}
${left > 0 ? `<p>${words.more(left)}</p>` : ''}
<p style="color:#666">${words.why}<a href="${escapeHtml(settingsUrl)}">${words.settings}</a></p>
</body></html>`
  return { text, html, settingsUrl }
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
