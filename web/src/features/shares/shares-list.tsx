import type { Share } from '@clouddisk/contract/shares'
import { type ReactElement, useCallback, useEffect, useMemo } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { LoadMoreError } from '../../ui/load-more-error.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { isSelected } from '../../ui/selection.ts'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { markSharesSeen } from './new-shares.ts'
import { t } from './page-strings.ts'
import { refreshAction, shareActions, shareMenu } from './share-actions.ts'
import { SharePhoneRow, shareColumns } from './share-columns.tsx'
import { openShare, type ShareList } from './shares.ts'
import { SharesBar } from './shares-bar.tsx'
import { SharesState } from './shares-states.tsx'
import { idOf, nameOf, type Shares, useShares } from './use-shares.ts'

/** One of the two lists, with what is chosen above it. */
export function SharesList({ type }: { type: ShareList }): ReactElement {
  const shares = useShares(type)
  const { list, rows, selection, count, keyword, sort, setSort, table } = shares
  const phone = usePhone()
  const { menu, onMenu } = useSharesMenu(shares)
  useSharesKeys(shares)
  useSeen(shares)
  const columns = useMemo(() => shareColumns(type, keyword), [type, keyword])
  const phoneRow = useCallback(
    (share: Share) => <SharePhoneRow share={share} list={type} mark={keyword} />,
    [type, keyword],
  )
  const operations = useCallback(
    (share: Share) => {
      const targets = { items: [share], count: 1, all: async () => [share] }
      const { manage, end } = shareActions(type, targets, [])
      return [manage, end].filter(({ visible }) => visible)
    },
    [type],
  )
  return (
    <>
      {count > 0 ? <SharesBar shares={shares} /> : <Filter shares={shares} />}
      <Table
        ref={table}
        label={t(type === 'received' ? 'receivedList' : 'publishedList')}
        columns={columns}
        rows={rows}
        rowLabel={nameOf}
        selection={selection}
        sort={sort}
        onSort={setSort}
        onOpen={(share) => openShare(share, list.loaded)}
        onMenu={onMenu}
        operations={phone ? undefined : operations}
        phoneRow={phoneRow}
        onRange={list.show}
        loading={list.rows === undefined && list.error === null}
        empty={<SharesState shares={shares} />}
        className="md:px-6"
      />
      <LoadMoreError failure={list.stopped} />
      {list.first && list.first.total > 0 && !phone && (
        <p className="tabular flex h-10 shrink-0 items-center border-t border-line px-6 text-caption text-mut">
          {t('shown', { shown: list.loaded.length, total: list.first.total })}
        </p>
      )}
      {menu.element}
    </>
  )
}

/** What stands first by time has been seen with it. */
function useSeen({ type, list, sort, keyword }: Shares): void {
  const newest =
    type === 'received' && sort.column === 'createTime' && sort.direction === 'desc' && !keyword
      ? list.first?.list[0]?.createTime
      : undefined
  useEffect(() => markSharesSeen(newest), [newest])
}

function Filter({ shares }: { shares: Shares }): ReactElement {
  const { search, setSearch, table, field } = shares
  const focusTable = () => table.current?.focus()
  return (
    <div className="flex h-13 shrink-0 items-center px-6 max-md:h-14 max-md:px-4">
      <SearchField
        ref={field}
        label={t('search')}
        value={search}
        onChange={setSearch}
        onEscape={focusTable}
        onEnter={focusTable}
        className="md:max-w-72"
      />
    </div>
  )
}

function useSharesKeys({ type, targets, list, selection, field }: Shares): void {
  const { download, end } = shareActions(type, targets, list.loaded)
  const focusSearch = () => {
    selection.send({ type: 'clear' })
    requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts(t('title'), [
    download,
    end,
    { name: 'share.search', label: t('search'), keys: '/', run: focusSearch },
    { name: 'share.open', label: t('open'), keys: 'Enter' },
    { name: 'share.select-all', label: t('selectAll'), keys: 'Mod+A' },
    { name: 'share.clear', label: t('clearSelection'), keys: 'Esc' },
    { name: 'share.menu', label: t('more'), keys: 'Shift+F10' },
  ])
}

function useSharesMenu({ type, selection, selected, alone, list }: Shares) {
  const menu = useContextMenu()
  const onMenu = ({ row, anchor }: MenuRequest<Share>) => {
    const inside = row !== undefined && isSelected(selection.state, idOf(row))
    const targets = inside ? selected : alone(row)
    menu.open({
      anchor,
      groups: row ? shareMenu(type, targets, list.loaded) : [[refreshAction(() => void list.refresh())]],
      label:
        targets.count > 1
          ? t('menuOfMany', { count: targets.count })
          : row
            ? t('menuOf', { name: nameOf(row) })
            : t('more'),
      header: <p className="truncate text-section font-semibold">{row ? nameOf(row) : t('title')}</p>,
    })
  }
  return { menu, onMenu }
}
