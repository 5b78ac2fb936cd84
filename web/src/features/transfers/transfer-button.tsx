import { formatBadge } from '@clouddisk/contract/format'
import { ArrowDown, ArrowDownUp, ArrowUp, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { usePreferences } from '../../lib/preferences.ts'
import { useTransferCounts } from './counts.ts'
import { t } from './door-strings.ts'
import { closePanel, listDoor, openPanel, panel } from './panel/panel-state.ts'
import { leftOverWindow } from './recovery/left-over-window.ts'

/** Opens the transfer list; shows how many files still go up and down (A§2). */
export function TransferButton(): ReactElement {
  const { up, down, tab } = useTransferCounts()
  const { showRedCount } = usePreferences()
  const { shown } = panel.use()
  const open = shown === 'open'
  const left = leftOverWindow.useCount()
  return (
    <button
      ref={listDoor}
      type="button"
      aria-expanded={open}
      onClick={() => (open ? closePanel() : openPanel(tab))}
      className="flex h-[34px] min-w-[34px] items-center justify-center gap-1.5 rounded-m px-2 text-fg-2 transition-colors hover:bg-hover active:bg-press max-md:h-11 max-md:min-w-11 max-md:text-inherit"
    >
      <span className="relative" aria-hidden>
        <ArrowDownUp size={18} />
        {left > 0 && (
          <span className="absolute -top-0.5 -right-1 size-2 rounded-full bg-warn-fill ring-2 ring-bg" />
        )}
      </span>
      <span className="sr-only">
        {t('buttonLabel', { up, down })}
        {left > 0 && t('buttonLeft', { count: left })}
      </span>
      {showRedCount && <Count icon={ArrowUp} count={up} />}
      {showRedCount && <Count icon={ArrowDown} count={down} />}
    </button>
  )
}

function Count({ icon: Icon, count }: { icon: LucideIcon; count: number }): ReactElement | null {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      className="tabular flex h-5 items-center gap-0.5 rounded-full bg-info-soft px-1.5 text-caption font-semibold text-info"
    >
      <Icon size={12} />
      {formatBadge(count)}
    </span>
  )
}
