import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { capacityLevel, capacityShare, usedOfTotal } from '../../ui/capacity-bar.tsx'
import { t } from './strings.ts'

const FILLS = { neutral: 'bg-fg-2', warn: 'bg-warn-fill', danger: 'bg-danger' }

/** A group's space: neutral to 75 %, amber to 90 %, then red with a text. */
export function SpaceBar(props: {
  name: string
  used: number
  total: number
  quiet?: boolean
}): ReactElement {
  const { name, used, total, quiet } = props
  const share = capacityShare(used, total)
  const level = capacityLevel(share)
  return (
    <div className="min-w-0 flex-1">
      <p className="tabular flex justify-between gap-3 text-caption whitespace-nowrap text-fg-2">
        <span>{usedOfTotal(used, total)}</span>
        {level === 'danger' && !quiet && (
          <span className="truncate text-danger">{t(used >= total ? 'spaceFull' : 'spaceAlmostFull')}</span>
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn alike in all browsers */}
      <div
        role="meter"
        aria-label={t('spaceOf', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={`${formatSize(used)} / ${formatSize(total)}`}
        className="mt-1.5 h-1 overflow-hidden rounded-full bg-press"
      >
        <div className={clsx('h-full rounded-full', FILLS[level])} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
