import { formatSize } from '@clouddisk/contract/format'
import type { UsageKind } from '@clouddisk/contract/usage'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { FILLS, type Part } from './colors.ts'
import { t } from './strings.ts'
import type { Usage } from './usage.ts'

export interface UsageBarProps {
  usage: Usage
  /** The kind of files shown alone below. */
  chosen: UsageKind | undefined
  onChoose: (part: Part) => void
}

/** What the space is used for: a bar as long as the quota, and its parts as buttons that list them. */
export function UsageBar({ usage, chosen, onChoose }: UsageBarProps): ReactElement {
  const parts = partsOf(usage)
  const listed = parts.filter(({ part, size }) => size > 0 || part === chosen)
  const counted = usage.usedSize + usage.reservedSize
  const length = usage.isLimist === '0' ? counted : Math.max(counted, usage.totalSize)
  return (
    <div>
      <div
        role="img"
        aria-label={t('bar')}
        className="flex h-3.5 gap-px overflow-hidden rounded-full bg-press"
      >
        {parts.map(
          ({ part, size }) =>
            size > 0 && (
              <div
                key={part}
                title={t('legendOf', { name: t(part), size: formatSize(size) })}
                className="min-w-[3px]"
                style={{ background: FILLS[part], flexBasis: `${(size / length) * 100}%` }}
              />
            ),
        )}
      </div>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-1.5 empty:hidden">
        {listed.map(({ part, size }) => (
          <li key={part}>
            <button
              type="button"
              aria-pressed={isKind(part) ? part === chosen : undefined}
              onClick={() => onChoose(part)}
              className={clsx(
                'flex w-full min-w-0 items-center gap-2 rounded-m border px-[7px] py-1.5 text-left transition-colors pointer-coarse:min-h-11',
                part === chosen ? 'border-accent bg-sel' : 'border-line hover:bg-hover',
              )}
            >
              <span
                aria-hidden
                className="size-2.5 shrink-0 rounded-[3px]"
                style={{ background: FILLS[part] }}
              />
              <span className="min-w-0">
                <span className="block truncate text-secondary">{t(part)}</span>
                <span className="tabular block text-caption text-mut">{formatSize(size)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The others have a tab of their own, which says that they are shown. */
const isKind = (part: Part): boolean => part !== 'versions' && part !== 'trash' && part !== 'reserved'

const partsOf = (usage: Usage): { part: Part; size: number }[] => [
  ...usage.kinds.map(({ kind, fileSize }) => ({ part: kind, size: fileSize })),
  { part: 'versions', size: usage.versionsSize },
  { part: 'trash', size: usage.recycleSize },
  { part: 'reserved', size: usage.reservedSize },
]
