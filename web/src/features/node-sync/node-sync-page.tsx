import { pageSyncedInstances, type SyncedInstance } from '@clouddisk/contract/node-sync'
import { SECOND } from '@clouddisk/contract/time'
import { useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { nonEmpty, pageQuery } from '../../lib/call-query.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { useLastPage } from '../../lib/last-page.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { pageRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useLocalPages } from '../../ui/list/local-view.ts'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { openSynced, syncActions, syncMenu } from './actions.ts'
import { SyncPhoneRow, syncColumns } from './columns.tsx'
import { SYNC_KEY } from './node-sync.ts'
import { t } from './strings.ts'

/** While a run is on, and else. */
const LIVE_MS = 2 * SECOND
const REST_MS = 15 * SECOND

const idOf = (item: SyncedInstance) => item.instanceId
const nameOf = (item: SyncedInstance) => item.instanceName
const selectedText = (count: number) => t('selected', { count })
const isActive = ({ status }: SyncedInstance) => status === 'waiting' || status === 'syncing'

/** What is kept at several clusters, and how far that is (A§2 /clusterSync, R22, R172). */
export function NodeSyncPage(): ReactElement {
  usePageTitle(t('title'))
  const pages = useLocalPages()
  const { page, pageSize, toPage } = pages
  const [filter, setFilter] = useState('')
  const keyword = useDebounced(filter.trim())
  const input = { ...nonEmpty({ keyword }), pageNo: page, pageSize }
  const query = useQuery({
    ...pageQuery([...SYNC_KEY, input], pageSyncedInstances, input),
    refetchInterval: ({ state }) => (state.data?.list.some(isActive) ? LIVE_MS : REST_MS),
  })
  const total = query.data?.total
  useLastPage({ page, pageSize, total: query.isPlaceholderData ? undefined : total }, toPage)
  const list = useListPage(pageRows(query), { idOf, selectedText })
  const onKeys = syncActions(list.targets, list.clearSelection)
  useListShortcuts(t('title'), list, {
    actions: [onKeys.stop],
    search: t('search'),
    open: t('open'),
    selectable: true,
    menu: true,
  })
  const narrow = (next: string) => {
    setFilter(next)
    toPage(1)
  }
  const columns = useMemo(() => syncColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (item: SyncedInstance) => <SyncPhoneRow item={item} mark={keyword} />,
    [keyword],
  )
  const operations = useCallback((item: SyncedInstance) => {
    const { run, edit, stop } = syncActions(targetsOf(item))
    return [run, edit, stop]
  }, [])
  const onSelected = syncActions(list.selected, list.clearSelection)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-15 shrink-0 items-center gap-3 px-6 max-md:sr-only">
        <h1 className="text-page font-semibold">{t('title')}</h1>
        {!!total && <p className="tabular text-secondary text-mut">{t('count', { count: total })}</p>}
      </div>
      {list.count > 0 ? (
        <SelectionBar
          label={t('selectionActions')}
          text={selectedText(list.count)}
          actions={[onSelected.run, onSelected.edit]}
          endActions={[onSelected.stop]}
          onClear={list.clearSelection}
          className="mx-6 my-1 max-md:mx-0 max-md:my-1.5 max-md:rounded-none"
        />
      ) : (
        <div className="flex h-13 shrink-0 items-center px-6 max-md:h-14 max-md:px-4">
          <SearchField
            ref={list.field}
            label={t('search')}
            value={filter}
            onChange={narrow}
            onEscape={list.focusTable}
            onEnter={list.focusTable}
            className="md:max-w-72"
          />
        </div>
      )}
      <ListTable
        list={list}
        label={t('list')}
        title={t('title')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={openSynced}
        menu={(targets) => syncMenu(targets, list.clearSelection)}
        menuOfMany={(many) => t('menuOfMany', { count: many })}
        operations={operations}
        phoneRow={phoneRow}
        rowHeights={[48, 56]}
        state={
          <ListState
            list={list}
            failedTitle={t('failedTitle')}
            trace
            noMatch={
              keyword !== '' && {
                title: t('noMatchTitle'),
                text: t('noMatchText'),
                onClear: () => narrow(''),
              }
            }
          >
            <NothingSynced />
          </ListState>
        }
        className="md:px-6"
      />
      <ListPager pages={pages} total={total} />
    </div>
  )
}

function NothingSynced(): ReactElement {
  const navigation = useExtension('navigation')
  return (
    <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
      {navigation && (
        <Button variant="primary" icon={Folder} onClick={() => navigation.openArea('personal')}>
          {t('toFiles')}
        </Button>
      )}
    </EmptyState>
  )
}
