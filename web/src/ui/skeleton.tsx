import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { t } from './strings.ts'

/** A grey placeholder bar; a `box` has its own height and corners. */
export function Skeleton({ className, box }: { className?: string; box?: boolean }): ReactElement {
  return <span aria-hidden className={clsx('block bg-press', !box && 'h-2.5 rounded-full', className)} />
}

/** Shows a loading state after 120 ms, and announces it once. */
export function Delayed(props: { label?: string; children: ReactNode }): ReactElement {
  const { label = t('loading'), children } = props
  return (
    <div className="late" role="status" aria-label={label}>
      {children}
    </div>
  )
}

/** Loading state of a page or panel. */
export function Loading({ label = t('loading') }: { label?: string }): ReactElement {
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

export interface SkeletonRowsProps {
  rows?: number
  rowHeight?: number
  /** Grid tracks of the columns; without them rows have an icon and two lines, as on a phone. */
  template?: string | undefined
  selectable?: boolean
  /** Per column, whether it is right-aligned. */
  ends?: readonly boolean[]
}

/** Placeholder rows of a list, fading downward. */
export function SkeletonRows(props: SkeletonRowsProps): ReactElement {
  const { rows = 8, rowHeight = 48, template, selectable = true, ends = [] } = props
  return (
    <Delayed>
      {Array.from({ length: rows }, (_, index) => {
        const width = WIDTHS[index % WIDTHS.length] ?? 'w-40'
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
            key={index}
            className={clsx(
              'relative items-center after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line',
              template ? 'grid gap-x-3 px-3' : 'flex gap-3 px-5',
            )}
            style={{ height: rowHeight, gridTemplateColumns: template, opacity: 1 - index / (rows + 2) }}
          >
            {template ? (
              <SkeletonCells selectable={selectable} ends={ends} width={width} />
            ) : (
              <>
                <Skeleton box className="size-[30px] rounded-s" />
                <span className="flex-1 space-y-2">
                  <Skeleton className={width} />
                  <Skeleton className="w-24" />
                </span>
              </>
            )}
          </div>
        )
      })}
    </Delayed>
  )
}

function SkeletonCells(props: {
  selectable: boolean
  ends: readonly boolean[]
  width: string
}): ReactElement {
  const { selectable, ends, width } = props
  return (
    <>
      {selectable && <Skeleton box className="size-[18px] rounded-[5px]" />}
      {ends.map((end, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns without identity
        <span key={place} className={clsx('flex items-center gap-3', end && 'justify-end')}>
          {place === 0 && <Skeleton box className="size-6 rounded-s" />}
          <Skeleton className={place === 0 ? width : 'w-14'} />
        </span>
      ))}
    </>
  )
}

const WIDTHS = ['w-36', 'w-48', 'w-28', 'w-52', 'w-40']
