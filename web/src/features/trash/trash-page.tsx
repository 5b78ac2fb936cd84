import { formatSize } from '@clouddisk/contract/format'
import type { TrashItem } from '@clouddisk/contract/trash'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { trashIllustration } from '../../ui/illustrations.tsx'
import { ListFoot } from '../../ui/list/list-page.tsx'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import type { Targets } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { sameDeletion, trashActions, trashMenu } from './actions.ts'
import { TrashPhoneRow, trashColumns } from './columns.tsx'
import { DeletionBar } from './deletion-bar.tsx'
import { t } from './strings.ts'
import { emptyTrash, totalSize } from './trash.ts'
import { selectedText, type Trash, useTrash } from './use-trash.ts'

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
  const { list, first, keyword, sort, setSort } = trash
  const { total = 0 } = first ?? {}
  const columns = useMemo(() => trashColumns(keyword, place.bin), [keyword, place.bin])
  const phoneRow = useCallback(
    (item: TrashItem) => <TrashPhoneRow item={item} mark={keyword} bin={place.bin} />,
    [keyword, place.bin],
  )
  const operations = useCallback(
    (item: TrashItem) => Object.values(trashActions(async () => [item], place)),
    [place],
  )
  const menu = ({ all, count }: Targets<TrashItem>, { deletionId: together }: TrashItem) => [
    ...trashMenu(all, place),
    ...(together && !deletionId && count === 1 ? [[sameDeletion(together, onDeletion)]] : []),
  ]
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head trash={trash} />
      {deletionId && <DeletionBar trash={trash} deletionId={deletionId} />}
      {list.count > 0 ? (
        <TrashSelectionBar trash={trash} />
      ) : (
        list.rows.length > 0 && (
          <p className="flex h-11 shrink-0 items-center px-6 text-caption text-mut max-md:hidden">
            {t('hint')}
          </p>
        )
      )}
      <ListTable
        list={list}
        label={t('list')}
        title={t('title')}
        columns={columns}
        rowLabel={nameOf}
        sort={sort}
        onSort={setSort}
        menu={menu}
        menuOfMany={(count) => t('menuOfMany', { count })}
        operations={operations}
        phoneRow={phoneRow}
        state={<TrashState trash={trash} />}
        className="md:px-6"
      />
      <ListFoot
        note={t('note', { days: limits().trashDays })}
        shown={total > 0 && t('shown', { shown: list.loaded.length, total })}
      />
    </div>
  )
}

function Head({ trash }: { trash: Trash }): ReactElement {
  const { list, first, keyword, search, setSearch, place } = trash
  const { restore, remove } = trashActions(list.targets.all, place)
  useListShortcuts(t('title'), list, {
    actions: [restore, remove],
    search: t('search'),
    fieldStays: true,
    selectable: true,
    menu: true,
  })
  const { total = 0, totalSize = 0 } = first ?? {}
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
        ref={list.field}
        label={t('search')}
        value={search}
        onChange={setSearch}
        onEscape={list.focusTable}
        onEnter={list.focusTable}
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

/** What is chosen, and the ways back and out. */
function TrashSelectionBar({ trash: { list, place } }: { trash: Trash }): ReactElement {
  const { count, selected } = list
  const { restore, restoreTo, remove } = trashActions(selected.all, place)
  return (
    <SelectionBar
      label={t('selectionActions')}
      text={selectedText(count)}
      note={selected.items.length === count && formatSize(totalSize(selected.items))}
      actions={[restore, restoreTo]}
      endActions={[remove]}
      onClear={list.clearSelection}
      className="mx-6 max-md:mx-0 max-md:rounded-none"
    />
  )
}

function TrashState({ trash }: { trash: Trash }): ReactElement {
  const { list, groupId, keyword, setSearch, deletionId, onDeletion } = trash
  const days = limits().trashDays
  return (
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
      {deletionId ? (
        <EmptyState
          illustration={trashIllustration}
          title={t('deletionGoneTitle')}
          text={t('deletionGoneText')}
        >
          <Button icon={Trash2} onClick={() => onDeletion(undefined)}>
            {t('wholeBin')}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState
          illustration={trashIllustration}
          title={t('nothingTitle')}
          text={t(groupId === undefined ? 'nothingText' : 'nothingOfGroup', { days })}
        />
      )}
    </ListState>
  )
}
