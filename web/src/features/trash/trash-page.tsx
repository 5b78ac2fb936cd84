import { formatSize } from '@clouddisk/contract/format'
import type { TrashItem } from '@clouddisk/contract/trash'
import { ArrowLeft, Clock, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useRef } from 'react'
import type { Action } from '../../lib/action.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadMoreError } from '../../ui/load-more-error.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { isSelected } from '../../ui/selection.ts'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { refreshAction, sameDeletion, trashActions, trashMenu } from './actions.ts'
import { TrashPhoneRow, trashColumns } from './columns.tsx'
import { DeletionBar } from './deletion-bar.tsx'
import { t } from './strings.ts'
import { emptyTrash } from './trash.ts'
import { TrashBar } from './trash-bar.tsx'
import { TrashState } from './trash-states.tsx'
import { idOf, type Trash, useTrash, useTrashKeys } from './use-trash.ts'

const nameOf = (item: TrashItem) => item.instanceName

/** The recycle bin (A§2, C12): what was deleted, for how long it stays, the ways back and out. */
export function TrashPage({
  groupId,
  deletionId,
  onDeletion,
}: {
  groupId: string | undefined
  /** Shown alone. */
  deletionId: string | undefined
  onDeletion: (deletionId: string | undefined) => void
}): ReactElement {
  const trash = useTrash(groupId, deletionId, onDeletion)
  const { place } = trash
  usePageTitle(place.title)
  const { list, rows, selection, count, keyword, sort, setSort, table } = trash
  const phone = usePhone()
  const { menu, onMenu } = useTrashMenu(trash)
  const columns = useMemo(() => trashColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (item: TrashItem) => <TrashPhoneRow item={item} mark={keyword} ofGroup={groupId !== undefined} />,
    [keyword, groupId],
  )
  const operations = useCallback(
    (item: TrashItem) =>
      Object.values<Action>(trashActions(async () => [item], place)).filter(
        ({ visible }) => visible !== false,
      ),
    [place],
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head trash={trash} />
      {deletionId && <DeletionBar trash={trash} deletionId={deletionId} />}
      {count > 0 ? (
        <TrashBar trash={trash} />
      ) : (
        rows.length > 0 && (
          <p className="flex h-11 shrink-0 items-center px-6 text-caption text-mut max-md:hidden">
            {t('hint')}
          </p>
        )
      )}
      <Table
        ref={table}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowLabel={nameOf}
        selection={selection}
        sort={sort}
        onSort={setSort}
        onMenu={onMenu}
        operations={phone ? undefined : operations}
        phoneRow={phoneRow}
        onRange={list.show}
        loading={list.rows === undefined && list.error === null}
        empty={<TrashState trash={trash} />}
        className="md:px-6"
      />
      <LoadMoreError failure={trash.list.stopped} />
      <Foot trash={trash} />
      {menu.element}
    </div>
  )
}

function Head({ trash }: { trash: Trash }): ReactElement {
  const { list, keyword, search, setSearch, table, place } = trash
  const searchField = useRef<HTMLInputElement>(null)
  useTrashKeys(trash, () => searchField.current?.focus())
  const focusTable = () => table.current?.focus()
  const { total = 0, totalSize = 0 } = list.first ?? {}
  return (
    <div className="flex h-15 shrink-0 items-center gap-3 px-6 max-md:px-4">
      {place.within && <ToGroup rootId={place.within.id} />}
      <h1 className="min-w-0 truncate text-page font-semibold max-md:sr-only" title={place.title}>
        {place.title}
      </h1>
      {total > 0 && (
        <p className="tabular truncate text-secondary text-mut max-sm:sr-only">
          {t('holds', { items: t('items', { count: total }), size: formatSize(totalSize) })}
        </p>
      )}
      <span className="flex-1 max-md:hidden" />
      <SearchField
        ref={searchField}
        label={t('search')}
        value={search}
        onChange={setSearch}
        onEscape={focusTable}
        onEnter={focusTable}
        className="min-w-28 md:max-w-56"
      />
      {(total > 0 || keyword) && place.mayRemove && !trash.deletionId && (
        <Button danger icon={Trash2} onClick={() => void emptyTrash(place.bin)}>
          <span className="max-sm:sr-only">{t('empty')}</span>
        </Button>
      )}
    </div>
  )
}

/** Out of a group's bin again. */
const ToGroup = ({ rootId }: { rootId: string }): ReactElement => (
  <IconButton
    icon={ArrowLeft}
    label={t('backToGroup')}
    onClick={() => extensionFor('navigation')?.openFolder(rootId, undefined, 'group')}
    className="-ml-2 shrink-0"
  />
)

const Foot = ({ trash: { list } }: { trash: Trash }): ReactElement => (
  <div className="tabular flex min-h-10 shrink-0 items-center justify-between gap-4 border-t border-line px-6 py-2 text-caption text-mut max-md:px-4">
    <span className="flex items-center gap-2">
      <Clock size={14} aria-hidden className="max-md:hidden" />
      {t('note', { days: limits().trashDays })}
    </span>
    {list.first && list.first.total > 0 && (
      <span className="shrink-0 max-md:hidden">
        {t('shown', { shown: list.loaded.length, total: list.first.total })}
      </span>
    )}
  </div>
)

function useTrashMenu({ selection, count, allChosen, list, place, deletionId, onDeletion }: Trash) {
  const menu = useContextMenu()
  const onMenu = ({ row, anchor }: MenuRequest<TrashItem>) => {
    const refresh = refreshAction(() => void list.refresh())
    const inside = row !== undefined && isSelected(selection.state, idOf(row))
    const on = inside ? allChosen : async () => (row ? [row] : [])
    const several = inside && count > 1
    menu.open({
      anchor,
      groups: row
        ? [
            ...trashMenu(on, place),
            ...(row.deletionId && !deletionId && !several
              ? [[sameDeletion(row.deletionId, onDeletion)]]
              : []),
          ]
        : [[refresh]],
      label: several ? t('menuOfMany', { count }) : row ? t('menuOf', { name: row.instanceName }) : t('more'),
      header: <p className="truncate text-section font-semibold">{row?.instanceName ?? t('title')}</p>,
    })
  }
  return { menu, onMenu }
}
