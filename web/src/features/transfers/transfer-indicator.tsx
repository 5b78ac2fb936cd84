import { formatBadge } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { ArrowDown, ArrowDownUp, ArrowUp, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { usePreferences } from '../../lib/preferences.ts'
import { t } from './button-strings.ts'
import { useTransferCounts } from './counts.ts'
import { unfinishedDialog } from './recovery/unfinished-dialog-state.ts'

/** On the header's button: numbers of open uploads and downloads, and a mark if any failed (A§2). */
export function TransferIndicator(): ReactElement {
  const { up, failed, down } = useTransferCounts()
  const { showRedCount } = usePreferences()
  const unfinished = unfinishedDialog.useCount()
  return (
    <>
      <span className="relative" aria-hidden>
        <ArrowDownUp size={18} />
        {unfinished + failed > 0 && (
          <span
            className={clsx(
              'absolute -top-0.5 -right-1 size-2 rounded-full ring-2 ring-bg',
              failed > 0 ? 'bg-danger' : 'bg-warn-fill',
            )}
          />
        )}
      </span>
      <span className="sr-only">
        {t('buttonLabel', { up, down })}
        {failed > 0 && t('buttonFailed', { count: failed })}
        {unfinished > 0 && t('buttonUnfinished', { count: unfinished })}
      </span>
      {showRedCount && <Count icon={ArrowUp} count={up} />}
      {showRedCount && <Count icon={ArrowDown} count={down} />}
    </>
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
