import { clsx } from 'clsx'
import type { ReactElement } from 'react'

/** Grey: checking; blue: running; amber: paused; green: done; red: failed; striped: indeterminate. */
export type ProgressTone = 'neutral' | 'info' | 'warn' | 'ok' | 'danger' | 'striped'

const FILLS: Record<ProgressTone, string> = {
  neutral: 'bg-ctl',
  info: 'bg-info-fill',
  warn: 'bg-warn-fill',
  ok: 'bg-ok-fill',
  danger: 'bg-danger',
  striped: 'bg-info-fill stripes',
}

export interface ProgressBarProps {
  /** 0 to 1; ignored for `striped`. */
  value: number
  tone?: ProgressTone | undefined
  label: string
  className?: string | undefined
}

export function ProgressBar({ value, tone = 'info', label, className }: ProgressBarProps): ReactElement {
  const share = Math.min(1, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(tone === 'striped' ? {} : { 'aria-valuenow': Math.round(share * 100) })}
      aria-valuemin={0}
      aria-valuemax={100}
      className={clsx('h-1 overflow-hidden rounded-full bg-press', className)}
    >
      <div
        className={clsx('h-full rounded-full', FILLS[tone])}
        style={{ width: tone === 'striped' ? '100%' : `${share * 100}%` }}
      />
    </div>
  )
}
