import { clsx } from 'clsx'
import { Info, type LucideIcon, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

type NoticeTone = 'info' | 'warn' | 'danger'

const LOOKS: Record<NoticeTone, { icon: LucideIcon; panel: string; ink: string }> = {
  info: { icon: Info, panel: 'bg-info-soft', ink: 'text-info' },
  warn: { icon: TriangleAlert, panel: 'bg-warn-soft', ink: 'text-warn' },
  danger: { icon: ShieldAlert, panel: 'bg-danger-soft', ink: 'text-danger' },
}

/** Why a link does not open yet, or not any more, and what can be done. */
export function LinkNotice({ tone, children }: { tone: NoticeTone; children: ReactNode }): ReactElement {
  const { icon: Icon, panel, ink } = LOOKS[tone]
  return (
    <div role="status" className={clsx('flex gap-2.5 rounded-m px-3 py-2.5 text-secondary', panel)}>
      <Icon size={16} aria-hidden className={clsx('mt-0.5 shrink-0', ink)} />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
