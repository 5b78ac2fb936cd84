import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { t } from './strings.ts'

/** One grey bar in the geometry of what will stand there; a `box` brings its own height and corners. */
export function Skeleton({ className, box }: { className?: string; box?: boolean }): ReactElement {
  return <span aria-hidden className={clsx('block bg-press', !box && 'h-2.5 rounded-full', className)} />
}

/** Shows what waits only after 120 ms, and says so once. */
export function Late({
  label = t('loading'),
  children,
}: {
  label?: string
  children: ReactNode
}): ReactElement {
  return (
    <div className="late" role="status" aria-label={label}>
      {children}
    </div>
  )
}

/** A page or panel that waits: a quiet line in its middle. */
export function Waiting({ label = t('loading') }: { label?: string }): ReactElement {
  return (
    <div
      className="late flex h-full min-h-32 items-center justify-center gap-2 text-secondary text-mut"
      role="status"
    >
      <Spinner size={16} />
      {label}
    </div>
  )
}

/** Rows of a list in their final geometry, fading downward. */
export function SkeletonRows({
  rows = 8,
  rowHeight = 48,
}: {
  rows?: number
  rowHeight?: number
}): ReactElement {
  return (
    <Late>
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
          key={index}
          className="flex items-center gap-4 border-b border-line px-3"
          style={{ height: rowHeight, opacity: 1 - index / (rows + 2) }}
        >
          <Skeleton box className="size-[18px] rounded-[5px]" />
          <Skeleton box className="size-6 rounded-s" />
          <span className="flex-1">
            <Skeleton className={WIDTHS[index % WIDTHS.length] ?? 'w-40'} />
          </span>
          <Skeleton className="w-14 max-md:hidden" />
          <Skeleton className="w-24 max-md:hidden" />
          <Skeleton className="w-16 max-md:hidden" />
        </div>
      ))}
    </Late>
  )
}

const WIDTHS = ['w-36', 'w-48', 'w-28', 'w-52', 'w-40']
