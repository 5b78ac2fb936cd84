import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { limits } from '../../lib/limits.ts'
import { t } from './strings.ts'

const DAY_MS = 24 * 3600 * 1000

export type Urgency = 'calm' | 'soon' | 'last'

/** Whole days that are left, 0 on the last; red from the last day on, amber for a week (DESIGN.md section 9). */
export function timeLeft(expireTime: string, now: number = Date.now()): { days: number; urgency: Urgency } {
  const ms = Date.parse(expireTime) - now
  const days = ms < DAY_MS ? 0 : Math.round(ms / DAY_MS)
  return { days, urgency: days <= 1 ? 'last' : days <= 7 ? 'soon' : 'calm' }
}

const BARS: Record<Urgency, string> = { calm: 'bg-ctl', soon: 'bg-warn-fill', last: 'bg-danger' }
const TEXT_CLASS: Record<Urgency, string> = { calm: 'text-fg-2', soon: 'text-warn', last: 'text-danger' }

/** How long an entry is kept, as a bar and as text. */
export function TimeLeft({ expireTime }: { expireTime: string }): ReactElement {
  const { days, urgency } = timeLeft(expireTime)
  const share = Math.min(1, Math.max(0.02, days / limits().trashDays))
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span aria-hidden className="h-1 w-[60px] shrink-0 overflow-hidden rounded-full bg-press">
        <span
          className={clsx('block h-full rounded-full', BARS[urgency])}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className={clsx('tabular truncate text-secondary', TEXT_CLASS[urgency])}>
        {timeLeftText(days)}
      </span>
    </span>
  )
}

export const timeLeftText = (days: number): string =>
  days === 0 ? t('lastDay') : t('daysLeft', { count: days })
