import type { FoundInstance } from '@clouddisk/contract/search'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { FileSearch, Globe, TriangleAlert } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useMemo } from 'react'
import { limits } from '../../lib/limits.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Search, sortText } from '../../ui/list/address.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { fieldRequested } from './field-request.ts'
import { FoundPhoneRow, foundColumns, SNIPPET_PHONE_ROW_HEIGHT } from './found-columns.tsx'
import { FoundSelection, FoundTable, useFoundList } from './found-list.tsx'
import { filesQuery } from './queries.ts'
import { SearchFilters, SearchOrder } from './search-filters.tsx'
import { isFiltered, isSearch, NO_FILTERS, readSearch, type SearchView, searchInput } from './search-view.ts'
import { t } from './strings.ts'

const OPERATIONS = ['openLocation', 'favorite'] as const

export interface SearchPageProps {
  /** From the address. */
  search: Search
  /** Changes the address; undefined or empty takes a parameter out. */
  narrow: (change: Search) => void
}

/** All results of a search by name or in contents, with filters (B§2 search panel, P19). */
export function SearchPage({ search, narrow }: SearchPageProps): ReactElement {
  usePageTitle(t('title'))
  const phone = usePhone()
  const view = readSearch(search)
  const { keyword } = view
  const query = useQuery({
    ...filesQuery(searchInput(view)),
    enabled: isSearch(view),
    placeholderData: (previous) => (isSearch(view) ? previous : undefined),
  })
  const { data } = query
  const found = useFoundList<FoundInstance>(query, {
    title: t('title'),
    keyword: t('keyword'),
    enabled: isSearch(view),
  })
  const { list } = found
  const contentSearchable = data?.contentSearchable !== false
  const hasSnippets = data?.list.some(({ match }) => match.snippet) ?? false
  useFirstFocus(list.field, keyword === '')
  const columns = useMemo(() => foundColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (item: FoundInstance) => <FoundPhoneRow item={item} keyword={keyword} />,
    [keyword],
  )
  const selectionBar = list.count > 0 && <FoundSelection found={found} />
  // In the place of the title, so that the rows stay where they are.
  const covered = selectionBar && 'sr-only'
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="relative flex h-15 shrink-0 items-center gap-3 px-6 max-md:sr-only">
        <h1 className={clsx('text-page font-semibold', covered)}>{t('title')}</h1>
        <p role="status" className={clsx('tabular text-secondary text-mut', covered)}>
          {data && !list.stale && t('items', { count: data.total })}
        </p>
        {!phone &&
          (selectionBar || (
            <div className="ml-auto">
              <SearchOrder view={view} narrow={narrow} />
            </div>
          ))}
      </div>
      <div className="shrink-0 px-6 max-md:px-4">
        <SearchFilters
          view={view}
          narrow={narrow}
          fieldRef={list.field}
          onLeave={list.focusTable}
          contentSearchable={contentSearchable}
          selectionBar={phone && selectionBar}
        />
      </div>
      {data?.truncated && <Truncated count={data.total} />}
      <FoundTable
        found={found}
        narrow={narrow}
        label={t('list')}
        title={t('title')}
        columns={columns}
        sort={view.sort}
        onSort={(sort) => narrow({ sort: sortText(sort) })}
        operations={OPERATIONS}
        phoneRow={phoneRow}
        rowHeights={hasSnippets ? [46, 54] : undefined}
        phoneRowHeight={hasSnippets ? SNIPPET_PHONE_ROW_HEIGHT : undefined}
        state={<State view={view} list={list} narrow={narrow} contentSearchable={contentSearchable} />}
      />
    </div>
  )
}

interface StateProps {
  view: SearchView
  list: Parameters<typeof ListState>[0]['list']
  narrow: SearchPageProps['narrow']
  contentSearchable: boolean
}

/** Nothing asked for yet, an error, or nothing found with the ways to find more. */
function State({ view, list, narrow, contentSearchable }: StateProps): ReactElement {
  const { keyword, onlyFolder, content } = view
  const widen = onlyFolder && (
    <Button icon={Globe} onClick={() => narrow({ scope: 'all' })}>
      {t('searchEverywhere')}
    </Button>
  )
  if (!isSearch(view))
    return <EmptyState illustration="search" title={t('startTitle')} text={t('emptyText')} />
  if (list.failure)
    return <ListState list={list} failedTitle={t('failed')} trace noMatch={false} remedy={widen} />
  return (
    <EmptyState
      illustration="search"
      title={t('nothing', { keyword: keyword || view.label })}
      text={t(content && contentSearchable ? 'nothingInContents' : 'nothingText')}
    >
      {contentSearchable && !content && keyword !== '' && (
        <Button icon={FileSearch} onClick={() => narrow({ content: '1' })}>
          {t('searchContents')}
        </Button>
      )}
      {widen}
      {isFiltered(view) && <Button onClick={() => narrow(NO_FILTERS)}>{t('clearFilters')}</Button>}
    </EmptyState>
  )
}

const Truncated = ({ count }: { count: number }): ReactElement => (
  <div
    role="status"
    className="mx-6 my-1.5 flex shrink-0 gap-3 rounded-m border border-warn-line bg-warn-soft px-4 py-2.5 text-secondary max-md:mx-4"
  >
    <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden />
    <p className="min-w-0">{t(count < limits().searchMax ? 'endedEarly' : 'truncated', { count })}</p>
  </div>
)

/** Whoever opens the page to write a keyword, or from the quick search, is in its field; else the keys go on in the list. */
function useFirstFocus(field: React.RefObject<HTMLInputElement | null>, write: boolean): void {
  const requested = fieldRequested.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (write) field.current?.focus()
  }, [])
  useEffect(() => {
    if (!requested) return
    field.current?.focus()
    fieldRequested.set(false)
  }, [requested, field])
}
