import type { Share } from '@clouddisk/contract/shares'
import { Folder } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShownFoot } from '../../ui/list/list-page.tsx'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useLocalSort } from '../../ui/list/local-view.ts'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { markSharesSeen } from './new-shares.ts'
import { t } from './page-strings.ts'
import { shareActions, shareMenu } from './share-actions.ts'
import { SharePhoneRow, shareColumns } from './share-columns.tsx'
import { type AskedItem, useShareDetails } from './share-details.tsx'
import { fetchShares, openShare, pendingName, type ShareList, type ShareOrder } from './shares.ts'

const ORDERS: readonly ShareOrder[] = ['instanceName', 'createTime']
const idOf = (share: Share) => share.shareId
const nameOf = (share: Share) => share.instance.instanceName
const selectedText = (count: number) => t('selected', { count })

/** What the parts of one list of shares share. */
function useShares(type: ShareList) {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [sort, setSort] = useLocalSort(ORDERS, { column: 'createTime', direction: 'desc' })
  const { column: orderBy, direction: orderType } = sort
  const shares = useCursorList({
    queryKey: [...queryKeys.shares, type, orderBy, orderType, keyword],
    ask: (cursor, signal) => fetchShares(type, { orderBy, orderType, keyword }, cursor, signal),
    idOf,
    name: pendingName(type),
  })
  return {
    type,
    first: shares.first,
    list: useListPage(cursorRows(shares), { idOf, selectedText }),
    keyword,
    search,
    setSearch,
    sort,
    setSort,
  }
}

type Shares = ReturnType<typeof useShares>

/** One of the two lists, with what is chosen above it. */
export function SharesList({ type, asked }: { type: ShareList; asked: AskedItem }): ReactElement {
  const shares = useShares(type)
  const { list, keyword, setSearch, sort, setSort } = shares
  const { loaded, count, focusTable } = list
  const details = useShareDetails(asked, list)
  const onKeys = shareActions(type, list.targets, loaded, details.show)
  useListShortcuts(t('title'), list, {
    actions: [onKeys.download, onKeys.details, onKeys.end],
    search: t('search'),
    open: t('open'),
    selectable: true,
    menu: true,
  })
  useSeen(shares)
  const onSelected = shareActions(type, list.selected, loaded, details.show)
  const columns = useMemo(() => shareColumns(type, keyword), [type, keyword])
  const phoneRow = useCallback(
    (share: Share) => <SharePhoneRow share={share} list={type} mark={keyword} />,
    [type, keyword],
  )
  const operations = useCallback(
    (share: Share) => {
      const { manage, end } = shareActions(type, targetsOf(share), [])
      return [manage, end]
    },
    [type],
  )
  const total = shares.first?.total ?? 0
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        {count > 0 ? (
          <SelectionBar
            label={t('selectionActions')}
            text={selectedText(count)}
            actions={[onSelected.openLocation, onSelected.download, onSelected.manage, onSelected.details]}
            endActions={[onSelected.end]}
            onClear={list.clearSelection}
            className="mx-6 my-1 max-md:mx-0 max-md:my-1.5 max-md:rounded-none"
          />
        ) : (
          <div className="flex h-13 shrink-0 items-center px-6 max-md:h-14 max-md:px-4">
            <SearchField
              ref={list.field}
              label={t('search')}
              value={shares.search}
              onChange={setSearch}
              onEscape={focusTable}
              onEnter={focusTable}
              className="md:max-w-72"
            />
          </div>
        )}
        <ListTable
          list={list}
          label={t(type === 'received' ? 'receivedList' : 'publishedList')}
          title={t('title')}
          columns={columns}
          rowLabel={nameOf}
          sort={sort}
          onSort={setSort}
          onOpen={(share) => openShare(share, loaded)}
          menu={(targets) => shareMenu(type, targets, loaded, details.show)}
          menuOfMany={(many) => t('menuOfMany', { count: many })}
          operations={operations}
          phoneRow={phoneRow}
          state={
            <ListState
              list={list}
              failedTitle={t('failedTitle')}
              trace
              noMatch={
                keyword !== '' && {
                  title: t('noMatchTitle', { keyword }),
                  text: t('noMatchText'),
                  clearText: t('clearSearch'),
                  onClear: () => setSearch(''),
                }
              }
            >
              <NoShares received={type === 'received'} />
            </ListState>
          }
          className="md:px-6"
        />
        {total > 0 && <ShownFoot>{t('shown', { shown: loaded.length, total })}</ShownFoot>}
      </div>
      {details.panel}
    </div>
  )
}

/** What stands first by time has been seen with it. */
function useSeen({ type, first, sort, keyword }: Shares): void {
  const newest =
    type === 'received' && sort.column === 'createTime' && sort.direction === 'desc' && !keyword
      ? first?.list[0]?.createTime
      : undefined
  useEffect(() => markSharesSeen(newest), [newest])
}

function NoShares({ received }: { received: boolean }): ReactElement {
  const navigation = useExtension('navigation')
  return (
    <EmptyState
      title={t(received ? 'noReceivedTitle' : 'noPublishedTitle')}
      text={t(received ? 'noReceivedText' : 'noPublishedText')}
    >
      {navigation && (
        <Button
          variant={received ? 'outline' : 'primary'}
          icon={Folder}
          onClick={() => navigation.openArea('personal')}
        >
          {t('toFiles')}
        </Button>
      )}
    </EmptyState>
  )
}
