import type { Language } from '@clouddisk/contract/errors'
import { language } from './i18n.ts'

/** Times as lists print them, in the reader's zone: 今天 16:42, 昨天 20:15, 11-18 19:02, 2025-12-31; Today 16:42, Yesterday 20:15, 18 Nov 19:02, 31 Dec 2025. */

const pad = (n: number) => String(n).padStart(2, '0')
const clock = (d: Date) => `${pad(d.getHours())}:${pad(d.getMinutes())}`
const monthDay = (d: Date) => `${pad(d.getMonth() + 1)}-${pad(d.getDate())}`
/** `toDateString` is English in every locale: Fri Nov 20 2026. */
const dayMonth = (d: Date) => `${d.getDate()} ${d.toDateString().slice(4, 7)}`

/** Calendar days between two moments, by the local midnight; DST days count as one. */
function daysBetween(earlier: Date, later: Date): number {
  const midnight = (d: Date) => Date.UTC(d.getFullYear(), d.getMonth(), d.getDate())
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000)
}

const zh = (of: Language) => of === 'zh-CN'
const wholeDay = (d: Date, of: Language) =>
  zh(of) ? `${d.getFullYear()}-${monthDay(d)}` : `${dayMonth(d)} ${d.getFullYear()}`

function timeOf(iso: string | null | undefined): Date | undefined {
  const date = new Date(iso || Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `iso` is ISO 8601; '--' where there is none or it does not parse. */
export function formatDateTime(
  iso: string | null | undefined,
  now: Date = new Date(),
  of: Language = language,
): string {
  const date = timeOf(iso)
  if (!date) return '--'
  const near = (zh(of) ? ['今天', '昨天'] : ['Today', 'Yesterday'])[daysBetween(date, now)]
  if (near) return `${near} ${clock(date)}`
  return date.getFullYear() === now.getFullYear()
    ? `${zh(of) ? monthDay(date) : dayMonth(date)} ${clock(date)}`
    : wholeDay(date, of)
}

/** The same within a sentence: since today at 16:42. */
export const timeInSentence: typeof formatDateTime = (...time) =>
  formatDateTime(...time)
    .replace(/^[TY]/, (letter) => letter.toLowerCase())
    // Only English has letters there.
    .replace(/(?<=[a-z]) (?=\d\d:)/, ' at ')

/** In full, for panels and tooltips: 2026-11-18 19:02; 18 Nov 2026 19:02. */
export function formatFullDateTime(iso: string | null | undefined, of: Language = language): string {
  const date = timeOf(iso)
  return date ? `${wholeDay(date, of)} ${clock(date)}` : '--'
}
