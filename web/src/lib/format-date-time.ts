import type { Language } from '@clouddisk/contract/errors'
import { language } from './i18n.ts'

/** Times as lists print them, in the reader's zone: 今天 16:42, 昨天 20:15, 11-18 19:02, 2025-12-31; Today 16:42, Yesterday 20:15, 18 Nov 19:02, 31 Dec 2025. */

const pad = (n: number) => String(n).padStart(2, '0')
const clock = (d: Date) => `${pad(d.getHours())}:${pad(d.getMinutes())}`
const monthDay = (d: Date) => `${pad(d.getMonth() + 1)}-${pad(d.getDate())}`
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const dayMonth = (d: Date) => `${d.getDate()} ${MONTHS[d.getMonth()]}`

/** Calendar days between two moments, by the local midnight; DST days count as one. */
function daysBetween(earlier: Date, later: Date): number {
  const midnight = (d: Date) => Date.UTC(d.getFullYear(), d.getMonth(), d.getDate())
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000)
}

/** `iso` is ISO 8601; '--' where there is none or it does not parse. */
export function formatDateTime(
  iso: string | null | undefined,
  now: Date = new Date(),
  of: Language = language,
): string {
  const date = iso ? new Date(iso) : undefined
  if (!date || Number.isNaN(date.getTime())) return '--'
  const zh = of === 'zh-CN'
  const days = daysBetween(date, now)
  if (days === 0) return `${zh ? '今天' : 'Today'} ${clock(date)}`
  if (days === 1) return `${zh ? '昨天' : 'Yesterday'} ${clock(date)}`
  if (date.getFullYear() === now.getFullYear())
    return `${zh ? monthDay(date) : dayMonth(date)} ${clock(date)}`
  return zh ? `${date.getFullYear()}-${monthDay(date)}` : `${dayMonth(date)} ${date.getFullYear()}`
}

/** In full, for panels and tooltips: 2026-11-18 19:02; 18 Nov 2026 19:02. */
export function formatFullDateTime(iso: string | null | undefined, of: Language = language): string {
  const date = iso ? new Date(iso) : undefined
  if (!date || Number.isNaN(date.getTime())) return '--'
  const day =
    of === 'zh-CN' ? `${date.getFullYear()}-${monthDay(date)}` : `${dayMonth(date)} ${date.getFullYear()}`
  return `${day} ${clock(date)}`
}
