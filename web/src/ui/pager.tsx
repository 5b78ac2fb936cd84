import { LIMITS } from '@clouddisk/contract/limits'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { texts } from '../lib/i18n.ts'
import { t as more } from './form-strings.ts'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import { Select } from './select.tsx'
import { t } from './strings.ts'

const pager = texts('pager', {
  previousPage: ['上一页', 'Previous page'],
  nextPage: ['下一页', 'Next page'],
  perPage: ['{{size}} 条/页', '{{size}} / page'],
  goTo: ['跳至', 'Go to'],
  ofPages: ['/ {{pages}} 页', 'of {{pages}}'],
  goToPage: ['跳转页码', 'Page number'],
})

const figures = (number: number): string => number.toLocaleString('en-US')

export interface PagerProps {
  total: number
  /** From 1. */
  page: number
  pageSize: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  className?: string | undefined
}

/** Total, previous, pages, next, sizes, jumper (A§2). */
export function Pager({ total, page, pageSize, onPage, onPageSize, className }: PagerProps): ReactElement {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav
      aria-label={t('pages')}
      className={clsx(
        'tabular flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-secondary text-fg-2',
        className,
      )}
    >
      <span className="mr-auto text-mut">{t('total', { count: total, n: figures(total) })}</span>
      <span className="flex items-center gap-0.5">
        <IconButton
          size="small"
          icon={ChevronLeft}
          label={pager('previousPage')}
          disabledReason={page <= 1 ? more('firstPage') : undefined}
          onClick={() => onPage(page - 1)}
        />
        {pageNumbers(page, pages).map((number, index) =>
          number === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the gap is where it is
            <span key={`gap${index}`} aria-hidden className="w-4 text-center text-mut max-md:hidden">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              aria-label={t('page', { page: number })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
              className={clsx(
                'finger h-7 min-w-7 rounded-m px-1 transition-colors',
                number === page
                  ? 'bg-accent-soft font-semibold text-accent-text'
                  : 'hover:bg-hover max-md:hidden',
              )}
            >
              {figures(number)}
            </button>
          ),
        )}
        {/* A phone has no room for the others' numbers. */}
        <span className="px-1 text-mut md:hidden">/ {figures(pages)}</span>
        <IconButton
          size="small"
          icon={ChevronRight}
          label={pager('nextPage')}
          disabledReason={page >= pages ? more('lastPage') : undefined}
          onClick={() => onPage(page + 1)}
        />
      </span>
      <Select
        size="small"
        ariaLabel={t('pageSize')}
        className="w-[116px]! max-md:w-[128px]!"
        value={String(pageSize)}
        onChange={(size) => onPageSize(Number(size))}
        options={LIMITS.pageSizes.map((size) => ({ value: String(size), label: pager('perPage', { size }) }))}
      />
      <Jumper page={page} pages={pages} onPage={onPage} />
    </nav>
  )
}

function Jumper(props: { page: number; pages: number; onPage: (page: number) => void }): ReactElement {
  const { page, pages, onPage } = props
  const [text, setText] = useState(String(page))
  const [shown, setShown] = useState(page)
  // Another page resets the field's value; the element stays and keeps the focus.
  if (page !== shown) {
    setShown(page)
    setText(String(page))
  }
  const jump = () => {
    const target = Math.min(pages, Math.max(1, Math.trunc(Number(text)) || page))
    setText(String(target))
    if (target !== page) onPage(target)
  }
  return (
    <span className="flex items-center gap-2 max-md:hidden">
      {pager('goTo')}
      <Input
        size="small"
        className="w-12!"
        inputMode="numeric"
        aria-label={pager('goToPage')}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        onBlur={jump}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
      />
      {pager('ofPages', { pages: figures(pages) })}
    </span>
  )
}

/** At most seven entries: first, last, current and its neighbours; `undefined` is a gap. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1)
  const start = Math.min(Math.max(page - 1, 3), pages - 4)
  const middle =
    page <= 3
      ? [2, 3, 4, 5]
      : page >= pages - 2
        ? [pages - 4, pages - 3, pages - 2, pages - 1]
        : [start, start + 1, start + 2]
  return [
    1,
    ...((middle[0] ?? 2) > 2 ? [undefined] : []),
    ...middle,
    ...((middle.at(-1) ?? 0) < pages - 1 ? [undefined] : []),
    pages,
  ]
}
