import type { TableRow } from '@clouddisk/contract/personal-table'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactElement, useCallback, useMemo } from 'react'
import { usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { type Search, useAddressPages } from '../../../ui/list/address.ts'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { useHiddenColumns } from '../../../ui/table/columns.ts'
import { FoundSelection, FoundTable, useFoundList } from '../found-list.tsx'
import { NoFiles, TableHead } from './head.tsx'
import { t } from './strings.ts'
import { HIDDEN_AT_FIRST, TablePhoneRow, tableColumns } from './table-columns.tsx'
import { TableFilters } from './table-filters.tsx'
import { exportInput, isFiltered, NO_FILTERS, readTable, tableQuery } from './table-view.ts'

const OPERATIONS = ['rename', 'remove'] as const

export interface PersonalTablePageProps {
  /** From the address. */
  search: Search
  /** Changes the address; undefined or empty takes a parameter out. */
  narrow: (change: Search) => void
}

/** All own files in one list, whatever folders they are in (A§2 "/personalTable", G14). */
export function PersonalTablePage({ search, narrow }: PersonalTablePageProps): ReactElement {
  usePageTitle(t('title'))
  const phone = usePhone()
  const view = readTable(search)
  const { keyword } = view
  const query = useQuery(tableQuery(view))
  const pages = useAddressPages({ narrow }, view, query)
  const found = useFoundList<TableRow>(query, { title: t('title'), keyword: t('keyword') })
  const { list } = found
  const all = useMemo(() => tableColumns(keyword), [keyword])
  const columns = useHiddenColumns('personalTable', all, HIDDEN_AT_FIRST)
  const phoneRow = useCallback((row: TableRow) => <TablePhoneRow row={row} keyword={keyword} />, [keyword])
  const { data } = query
  const total = list.stale ? undefined : data?.total
  return (
    <div className="flex h-full min-h-0 flex-col">
      {list.count > 0 ? (
        <div className={clsx('flex shrink-0 items-center', phone ? 'min-h-13 px-4' : 'h-15 px-6')}>
          <h1 className="sr-only">{t('title')}</h1>
          <FoundSelection found={found} />
        </div>
      ) : (
        <TableHead total={total} exported={() => exportInput(view, columns.hidden)} />
      )}
      <div className="shrink-0 px-6 max-md:px-4">
        <TableFilters view={view} narrow={pages.narrow} list={list} columns={columns.menu} />
      </div>
      <FoundTable
        found={found}
        narrow={narrow}
        label={t('list')}
        sideways
        title={t('title')}
        columns={all}
        hiddenColumns={columns.hidden}
        sort={view.sort}
        onSort={pages.sortBy}
        operations={OPERATIONS}
        phoneRow={phoneRow}
        state={
          <ListState
            list={list}
            failedTitle={t('notLoaded')}
            trace
            noMatch={
              isFiltered(view) && {
                title: t('noMatchTitle'),
                text: t('noMatchText'),
                onClear: () => pages.narrow(NO_FILTERS),
              }
            }
          >
            <NoFiles />
          </ListState>
        }
      />
      <ListPager pages={pages} total={data?.total} />
    </div>
  )
}
