import { language } from '../../lib/i18n.ts'

/** A day as sentences name it: 11-27, 2027-01-03; 27 Nov, 3 Jan 2027. */
export function formatDay(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  const year = date.getFullYear() === now.getFullYear() ? undefined : date.getFullYear()
  if (language === 'en-US') {
    const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
    return year === undefined ? day : `${day} ${year}`
  }
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return year === undefined ? day : `${year}-${day}`
}
