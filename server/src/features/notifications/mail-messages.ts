import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'
import { noticeAddress, noticeWords } from '@clouddisk/contract/notice-words'
import { dayIn } from '../../config/zone.ts'
import type { Claimed } from './mail-store.ts'
import type { Letter } from './smtp.ts'

/** What a mail says, plainly and in simple HTML, in the reader's language. */

interface Place {
  /** The page's address. */
  readonly page: string
  /** By whose clock days are named. */
  readonly zone: string
}

const WORDS = {
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

const SHOWN_MAX = 50

export function composeNotice(notice: Claimed, place: Place): Letter {
  const language = notice.language ?? DEFAULT_LANGUAGE
  const { title } = noticeWords(notice.kind, notice.data, language, dayOf(place))
  return { ...body(notice.name, [notice], place, language), subject: oneLine(title) }
}

export function composeDigest(notices: readonly Claimed[], place: Place): Letter {
  const [first] = notices
  const language = first?.language ?? DEFAULT_LANGUAGE
  return {
    ...body(first?.name ?? '', notices, place, language),
    subject: WORDS[language].digest(notices.length),
  }
}

const dayOf =
  ({ zone }: Place) =>
  (moment: string) =>
    dayIn(zone, moment)

function body(
  name: string,
  notices: readonly Claimed[],
  place: Place,
  language: Language,
): Omit<Letter, 'subject'> {
  const { page } = place
  const words = WORDS[language]
  const settingsUrl = `${page}/personalFile#notification-settings`
  const shown = notices.slice(0, SHOWN_MAX).map(({ kind, data }) => ({
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
<p>${escaped(words.hello(name))}</p>
${shown
  .map(
    ({ title, detail, address }) =>
      `<p><strong>${escaped(title)}</strong>${detail ? `<br>${escaped(detail)}` : ''}${
        address ? `<br><a href="${escaped(page + address)}">${words.open}</a>` : ''
      }</p>`,
  )
  .join('\n')}
${left > 0 ? `<p>${words.more(left)}</p>` : ''}
<p style="color:#666">${words.why}<a href="${escaped(settingsUrl)}">${words.settings}</a></p>
</body></html>`
  return { text, html, settingsUrl }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
