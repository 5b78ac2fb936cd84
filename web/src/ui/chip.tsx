import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger'

const TONES: Record<Tone, string> = {
  neutral: 'bg-field text-fg-2',
  info: 'bg-info-soft text-info',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

/** A short label on a tint, such as 当前 or ↑7. */
export function Chip(props: { tone?: Tone; className?: string; children: ReactNode }): ReactElement {
  const { tone = 'neutral', className, children } = props
  return (
    <span
      className={clsx(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-s px-2 text-caption whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
