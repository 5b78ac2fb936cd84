import type { Instance } from '@clouddisk/contract/files'
import type { TableRow } from '@clouddisk/contract/personal-table'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePendingVersion, withPending } from '../../../lib/pending.ts'
import { type Search, useAddressPages } from '../../../ui/list/address.ts'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { useHiddenColumns } from '../../../ui/table/columns.ts'
import { foundActions, foundMenu } from '../found-actions.ts'
import { openInList } from '../open.ts'
import { RenameDialog } from '../rename-dialog.tsx'
import { t as found } from '../strings.ts'
import { NoFiles, TableHead } from './head.tsx'
import { t } from './strings.ts'
import { HIDDEN_AT_FIRST, TablePhoneRow, tableColumns } from './table-columns.tsx'
import { TableFilters } from './table-filters.tsx'
import { exportInput, isFiltered, NO_FILTERS, readTable, tableQuery } from './table-view.ts'

const idOf = (row: TableRow) => row.instanceId
const nameOf = (row: TableRow) => row.instanceName
const selectedText = (count: number) => found('selected', { count })

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
  const pending = usePendingVersion()
  const { data } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is pending
  const rows = useMemo(
    () => data?.list.map((row) => withPending<TableRow>(row.instanceId, row, data.askedAt)),
    [data, pending],
  )
  const list = useListPage<TableRow>(
    { ...pageRows(query), ...(rows && { rows, loaded: rows }) },
    { idOf, selectedText },
  )
  const { loaded, count, focusTable } = list
  const [renaming, setRenaming] = useState<Instance>()
  const inTable = { items: loaded, rename: setRenaming }
  const onKeys = foundActions(list.targets, inTable)
  useListShortcuts(t('title'), list, {
    actions: [
      onKeys.openLocation,
      onKeys.download,
      onKeys.share,
      onKeys.copyLink,
      onKeys.favorite,
      onKeys.rename,
      onKeys.remove,
    ],
    search: t('keyword'),
    fieldStays: true,
    open: found('open'),
    selectable: true,
    menu: true,
  })
  const onSelected = foundActions(list.selected, inTable)
  const all = useMemo(() => tableColumns(keyword), [keyword])
  const columns = useHiddenColumns('personalTable', all, HIDDEN_AT_FIRST)
  const phoneRow = useCallback((row: TableRow) => <TablePhoneRow row={row} keyword={keyword} />, [keyword])
  const operations = useCallback((row: TableRow) => {
    const { rename, remove } = foundActions(targetsOf(row), { items: [], rename: setRenaming })
    return [rename, remove]
  }, [])
  const total = list.stale ? undefined : data?.total
  return (
    <div className="flex h-full min-h-0 flex-col">
      {count > 0 ? (
        <div className={clsx('flex shrink-0 items-center', phone ? 'min-h-13 px-4' : 'h-15 px-6')}>
          <h1 className="sr-only">{t('title')}</h1>
          <SelectionBar
            label={found('selectionActions')}
            text={selectedText(count)}
            actions={[onSelected.openLocation, onSelected.download, onSelected.share, onSelected.favorite]}
            endActions={[onSelected.remove]}
            onClear={list.clearSelection}
            className="min-w-0 flex-1"
          />
        </div>
      ) : (
        <TableHead total={total} exported={() => exportInput(view, columns.hidden)} />
      )}
      <div className="shrink-0 px-6 max-md:px-4">
        <TableFilters view={view} narrow={pages.narrow} list={list} columns={columns.menu} />
      </div>
      <ListTable
        list={list}
        label={t('list')}
        title={t('title')}
        columns={all}
        hiddenColumns={columns.hidden}
        rowLabel={nameOf}
        sort={view.sort}
        onSort={pages.sortBy}
        onOpen={(row) => openInList(row, loaded)}
        menu={(targets) => foundMenu(targets, inTable)}
        menuOfMany={(many) => found('menuOfMany', { count: many })}
        operations={operations}
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
        className="md:px-6"
      />
      <ListPager pages={pages} total={data?.total} />
      {renaming && (
        <RenameDialog
          key={renaming.instanceId}
          item={renaming}
          onClose={() => {
            setRenaming(undefined)
            focusTable()
          }}
        />
      )}
    </div>
  )
}
