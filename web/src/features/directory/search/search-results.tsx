import type { FoundFile } from '@clouddisk/contract/admin-files'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FolderOpen, FolderSearch, TriangleAlert } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminAddress } from '../../../lib/admin.ts'
import { limits } from '../../../lib/limits.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { type ListModel, useListPage } from '../../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { AuditNotice } from '../browse/audit-notice.tsx'
import { SearchResultPhoneRow, searchResultColumns } from './columns.tsx'
import {
  CLEARED,
  type FileSearchView,
  fileSearchQuery,
  isFolder,
  isNarrowed,
  ownerTreeSearch,
  readSearch,
} from './data.ts'
import { FilterBar } from './filter-bar.tsx'
import { t } from './strings.ts'

const idOf = (item: FoundFile) => item.instanceId
const nameOf = (item: FoundFile) => item.instanceName

/** The latest files that match, among those of all people, groups and departments (R228, C34). */
export function FileSearchPage({ address }: { address: AdminAddress }): ReactElement {
  usePageTitle(t('title'))
  const { visit, narrow } = address
  const shown = readSearch(address.search)
  const query = useQuery(fileSearchQuery(shown))
  const list = useListPage(pageRows(query), { idOf })
  const { loaded } = list
  useListShortcuts(t('title'), list, { search: t('search'), open: t('open') })
  const truncated = query.data?.truncated ?? false
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 py-2.5">
        <IconButton icon={ArrowLeft} label={t('back')} onClick={() => visit('files', {})} className="-ml-2" />
        <h1 className="min-w-0 truncate text-page font-semibold">{t('title')}</h1>
        <p role="status" className="tabular truncate text-secondary text-mut">
          {loaded.length > 0 && !list.stale && t('items', { count: loaded.length })}
        </p>
        <AuditNotice />
      </div>
      <FilterBar list={list} shown={shown} narrow={narrow} />
      {truncated && loaded.length > 0 && (
        <Truncated count={loaded.length} onNarrow={() => list.field.current?.focus()} />
      )}
      <List list={list} shown={shown} truncated={truncated} address={address} />
    </div>
  )
}

/** Warns that results are incomplete: too many match, or older files were not searched. */
function Truncated({ count, onNarrow }: { count: number; onNarrow: () => void }): ReactElement {
  const many = count >= limits().searchMax
  return (
    <div
      role="status"
      className="my-1.5 flex shrink-0 gap-3 rounded-m border border-warn-line bg-warn-soft px-4 py-2.5"
    >
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 text-secondary">
        <p className="font-semibold">{t(many ? 'manyTitle' : 'olderTitle')}</p>
        {many ? (
          <p className="text-fg-2">
            {t('manyText', { count })}
            <button type="button" className="font-medium text-accent-text hover:underline" onClick={onNarrow}>
              {t('narrow')}
            </button>
            {t('period')}
          </p>
        ) : (
          <p className="text-fg-2">{t('olderText')}</p>
        )}
      </div>
    </div>
  )
}

interface ListProps {
  list: ListModel<FoundFile>
  shown: FileSearchView
  /** Older files were not searched, or more match than are listed. */
  truncated: boolean
  address: AdminAddress
}

function List({ list, shown, truncated, address }: ListProps): ReactElement {
  const { visit, narrow } = address
  const { keyword } = shown
  const columns = useMemo(() => searchResultColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (item: FoundFile) => <SearchResultPhoneRow item={item} mark={keyword} />,
    [keyword],
  )
  const go = useCallback(
    (item: FoundFile, folder: string) => visit('files', ownerTreeSearch(item, folder)),
    [visit],
  )
  const open = (item: FoundFile) => go(item, isFolder(item) ? item.instanceId : item.parentId)
  const actions = useCallback(
    (item: FoundFile): Action[] => [
      {
        name: 'found.open',
        label: t('open'),
        icon: FolderOpen,
        visible: isFolder(item),
        run: () => go(item, item.instanceId),
      },
      {
        name: 'found.place',
        label: t('openPlace'),
        icon: FolderSearch,
        run: () => go(item, item.parentId),
      },
    ],
    [go],
  )
  return (
    <ListTable
      list={list}
      label={t('list')}
      columns={columns}
      rowLabel={nameOf}
      selectable={false}
      onOpen={open}
      menu={(_, item) => [actions(item)]}
      operations={actions}
      phoneRow={phoneRow}
      rowHeights={[46, 54]}
      state={
        <ListState
          list={list}
          failedTitle={t('failed')}
          noMatch={{
            title: t(truncated ? 'nothingLately' : 'nothing'),
            text: t(truncated ? 'nothingLatelyText' : 'nothingText'),
            onClear: isNarrowed(shown) ? () => narrow(CLEARED) : undefined,
          }}
        />
      }
      className="max-md:-mx-4"
    />
  )
}
