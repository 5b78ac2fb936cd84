import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { Pager } from '../pager.tsx'
import type { Pages } from './address.ts'

export interface ListPagerProps {
  pages: Pages
  total: number | undefined
  /** Space beside it. */
  className?: string
}

/** The pager below a list, once it has rows: 56 px high, by which a list is lower than the rest of the page (A§9). */
export function ListPager({ pages, total, className = 'px-6' }: ListPagerProps): ReactElement | null {
  if (!total) return null
  return (
    <Pager
      total={total}
      page={pages.page}
      pageSize={pages.pageSize}
      onPage={pages.toPage}
      onPageSize={pages.setPageSize}
      className={clsx('min-h-14 shrink-0 border-t border-line py-1.5 max-md:px-4', className)}
    />
  )
}
