import type { ReactElement, ReactNode } from 'react'
import { texts } from '../lib/i18n.ts'

const t = texts('filters', {
  reset: ['重置', 'Reset'],
})

export interface FiltersProps {
  /** The search field. */
  field: ReactElement
  /** Clears all filters; given while a filter is set. */
  onReset: (() => void) | undefined
  /** Shown at the right end. */
  end?: ReactNode
  /** Further filters. */
  children: ReactNode
}

/**
 * The filters of a list. On a phone the search field, reset and what is at the end are in one line, the others in
 * a scrolling line below.
 */
export function Filters({ field, onReset, end, children }: FiltersProps): ReactElement {
  return (
    <div className="flex min-h-13 shrink-0 items-start gap-2 py-2 max-md:flex-wrap max-md:items-center">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-md:contents">
        <div className="max-md:min-w-0 max-md:flex-1 md:contents">{field}</div>
        {/* Without a bar of its own: what is cut off at the edge says that there is more. The rings of focus have room. */}
        <div className="max-md:order-1 max-md:-mx-4 max-md:-my-1 max-md:flex max-md:basis-[calc(100%+32px)] max-md:items-center max-md:gap-2 max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:*:shrink-0 max-md:[scrollbar-width:none] md:contents">
          {children}
        </div>
        {onReset && (
          <button
            type="button"
            onClick={onReset}
            className="finger h-7 rounded-s px-1.5 text-secondary font-medium text-accent-text hover:underline"
          >
            {t('reset')}
          </button>
        )}
      </div>
      {end}
    </div>
  )
}
