import { LIMITS } from '@clouddisk/contract/limits'
import {
  LINK_STATUSES,
  type Link,
  type LinkStatus,
  pageLinks,
  queryLinkSyncStatus,
} from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import { DAY, SECOND } from '@clouddisk/contract/time'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { FileCheck, Folder } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react'
import { nonEmpty, pageQuery } from '../../lib/call-query.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { useLastPage } from '../../lib/last-page.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { pageRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useLocalPages } from '../../ui/list/local-view.ts'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { linkActions, linkMenu, openLink } from './link-actions.ts'
import { LinkPhoneRow, linkColumns } from './link-columns.tsx'
import { RequestsDialog } from './outbound/requests-dialog.tsx'
import { t } from './page-strings.ts'
import { t as words } from './strings.ts'
import { nameOf } from './words.ts'

const idOf = (link: Link) => link.shareId
const selectedText = (count: number) => t('selected', { count })
const STATUSES = LINK_STATUSES.map((status) => [status, words(status)] as const)

/** No change of the feed says that a link's time is over. */
function useRefetchAtEnd({
  data,
  refetch,
}: Pick<UseQueryResult<Reply<typeof pageLinks>>, 'data' | 'refetch'>) {
  useEffect(() => {
    const ends = (data?.list ?? []).flatMap(({ status, expireTime }) =>
      expireTime && status === 'valid' ? [Date.parse(expireTime) - Date.now()] : [],
    )
    const next = Math.min(...ends)
    if (next > DAY) return
    const timer = setTimeout(() => void refetch(), Math.max(next, SECOND))
    return () => clearTimeout(timer)
  }, [data, refetch])
}

/** How far the syncs are of what these links open, asked again every 30 minutes (B§9). */
function useSyncStates(links: readonly (Link | undefined)[]) {
  const shareIds = links.flatMap((link) => (link?.status === 'valid' ? link.shareId : []))
  const { data } = useQuery({
    ...pageQuery([...queryKeys.links, 'sync', shareIds], queryLinkSyncStatus, { shareIds }),
    enabled: shareIds.length > 0,
    refetchInterval: LIMITS.syncStatusMs,
  })
  return useCallback(({ shareId }: Link) => data?.list.find((one) => one.shareId === shareId)?.status, [data])
}

/** The filter and the page of links that it shows. */
function useLinks() {
  const pages = useLocalPages()
  const { page, pageSize, toPage } = pages
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [status, setStatus] = useState<LinkStatus>()
  const input = { ...nonEmpty({ keyword, status }), pageNo: page, pageSize }
  const query = useQuery(pageQuery([...queryKeys.links, input], pageLinks, input))
  useRefetchAtEnd(query)
  useLastPage({ page, pageSize, total: query.isPlaceholderData ? undefined : query.data?.total }, toPage)
  const narrow = (next: { search?: string; status?: LinkStatus | undefined }) => {
    if (next.search !== undefined) setSearch(next.search)
    if ('status' in next) setStatus(next.status)
    toPage(1)
  }
  return {
    list: useListPage(pageRows(query), { idOf, selectedText }),
    total: query.data?.total,
    pages,
    search,
    keyword,
    status,
    narrow,
  }
}

/** The person's external links (A§2, B§5). */
export function LinksPage(): ReactElement {
  usePageTitle(t('title'))
  const links = useLinks()
  const { list, keyword, status, narrow, total, pages } = links
  const onKeys = linkActions(list.targets, list.clearSelection)
  useListShortcuts(t('title'), list, {
    actions: [onKeys.copy, onKeys.stop],
    search: t('search'),
    open: t('open'),
    selectable: true,
    menu: true,
  })
  const syncOf = useSyncStates(list.rows)
  const columns = useMemo(() => linkColumns(keyword, syncOf), [keyword, syncOf])
  const phoneRow = useCallback((link: Link) => <LinkPhoneRow link={link} mark={keyword} />, [keyword])
  const operations = useCallback((link: Link) => {
    const { copy, edit, stop } = linkActions(targetsOf(link))
    return [copy, edit, stop]
  }, [])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-15 shrink-0 items-center gap-3 px-6 max-md:sr-only">
        <h1 className="text-page font-semibold">{t('title')}</h1>
        {!!total && <p className="tabular text-secondary text-mut">{t('count', { count: total })}</p>}
      </div>
      <Head links={links} />
      <ListTable
        list={list}
        label={t('list')}
        title={t('title')}
        columns={columns}
        rowLabel={nameOf}
        onOpen={openLink}
        menu={(targets) => linkMenu(targets, list.clearSelection)}
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
              (keyword !== '' || status !== undefined) && {
                title: t('noMatchTitle'),
                text: t('noMatchText'),
                onClear: () => narrow({ search: '', status: undefined }),
              }
            }
          >
            <NoLinks />
          </ListState>
        }
        className="md:px-6"
      />
      <ListPager pages={pages} total={total} />
    </div>
  )
}

/** What narrows the list, or is done with the selection. */
function Head({ links }: { links: ReturnType<typeof useLinks> }): ReactElement {
  const { list, search, status, narrow } = links
  const requests = useDialogState<true>()
  if (list.count > 0) {
    const { copy, edit, stop } = linkActions(list.selected, list.clearSelection)
    return (
      <SelectionBar
        label={t('selectionActions')}
        text={selectedText(list.count)}
        actions={[copy, edit]}
        endActions={[stop]}
        onClear={list.clearSelection}
        className="mx-6 my-1 max-md:mx-0 max-md:my-1.5 max-md:rounded-none"
      />
    )
  }
  return (
    <div className="flex h-13 shrink-0 items-center gap-2 px-6 max-md:h-14 max-md:px-4">
      <SearchField
        ref={list.field}
        label={t('search')}
        value={search}
        onChange={(next) => narrow({ search: next })}
        onEscape={list.focusTable}
        onEnter={list.focusTable}
        className="md:max-w-72"
      />
      <FilterSelect
        label={t('status')}
        value={status ?? ''}
        onChange={(next) => narrow({ status: LINK_STATUSES.find((one) => one === next) })}
        options={STATUSES}
        className="shrink-0"
      />
      <span className="flex-1 max-md:hidden" />
      <Button icon={FileCheck} onClick={() => requests.show(true)} className="shrink-0 max-md:hidden">
        {t('requests')}
      </Button>
      <IconButton
        icon={FileCheck}
        label={t('requests')}
        onClick={() => requests.show(true)}
        className="shrink-0 md:hidden"
      />
      {requests.shown && <RequestsDialog key={requests.key} {...requests.control} />}
    </div>
  )
}

function NoLinks(): ReactElement {
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
