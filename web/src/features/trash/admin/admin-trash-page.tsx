import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { formatSize } from '@clouddisk/contract/format'
import { type ReactElement, useCallback, useMemo } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { limits } from '../../../lib/limits.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { trashIllustration } from '../../../ui/illustrations.tsx'
import { sortText } from '../../../ui/list/address.ts'
import { ListFoot, ListPage } from '../../../ui/list/list-page.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { adminTrashActions, adminTrashMenu } from './actions.ts'
import { totalAdminSize } from './admin-trash.ts'
import { AdminTrashPhoneRow, adminTrashColumns } from './columns.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { t } from './strings.ts'
import { type AdminTrash, selectedText, useAdminTrash } from './use-admin-trash.ts'

const nameOf = (item: SecondTrashItem) => item.instanceName

/** The administrators' recycle bin (B§2, C12): what people let go, on its way out; back to them, or gone for good. */
export function AdminTrashPage(props: AdminPageProps): ReactElement {
  const second = useAdminTrash(props)
  const { list, first, shown, change, finds, narrow, giving, setGiving } = second
  const { total = 0, totalSize = 0, truncated = false } = first ?? {}
  const { targets } = list
  const onKeys = adminTrashActions(targets.all, second, targets.items)
  useListShortcuts(t('title'), list, {
    actions: [onKeys.restore, onKeys.remove],
    search: t('search'),
    selectable: change,
    menu: true,
  })
  const mark = shown.keyword
  const columns = useMemo(() => adminTrashColumns(mark), [mark])
  const phoneRow = useCallback(
    (item: SecondTrashItem) => <AdminTrashPhoneRow item={item} mark={mark} />,
    [mark],
  )
  const operations = useCallback(
    (item: SecondTrashItem) =>
      Object.values(adminTrashActions(async () => [item], { change, finds, setGiving }, [item])),
    [change, finds, setGiving],
  )
  return (
    <ListPage
      title={t('title')}
      note={
        total > 0 &&
        t('holds', {
          items: t(truncated ? 'itemsMore' : 'items', { count: total }),
          size: formatSize(totalSize),
        })
      }
      foot={
        <ListFoot
          note={t('note', { days: limits().secondTrashDays })}
          shown={total > 0 && t('shown', { shown: list.loaded.length, total })}
        />
      }
      overlays={giving && <RestoreDialog items={giving} onClosed={() => setGiving(undefined)} />}
    >
      {change && list.count > 0 ? <AdminTrashSelectionBar second={second} /> : <FilterBar second={second} />}
      <ListTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        selectable={change}
        sort={shown.sort}
        onSort={(sort) => narrow({ sort: sortText(sort) })}
        menu={({ all, items, count }, row) => adminTrashMenu(all, second, items, count > 1 ? undefined : row)}
        menuOfMany={(count) => t('menuOfMany', { count })}
        operations={change ? operations : undefined}
        phoneRow={phoneRow}
        rowHeights={[46, 54]}
        state={
          <ListState
            list={list}
            failedTitle={t('failedTitle')}
            noMatch={
              isNarrowed(shown) && {
                title: t('noMatchTitle'),
                text: t('noMatchText'),
                onClear: () => narrow(CLEARED),
              }
            }
          >
            <EmptyState
              illustration={trashIllustration}
              title={t('nothingTitle')}
              text={t('nothingText', { days: limits().secondTrashDays })}
            />
          </ListState>
        }
        className="max-md:-mx-4"
      />
    </ListPage>
  )
}

function AdminTrashSelectionBar({ second }: { second: AdminTrash }): ReactElement {
  const { count, selected, clearSelection } = second.list
  const { restore, restoreTo, remove } = adminTrashActions(selected.all, second, selected.items)
  return (
    <SelectionBar
      label={t('selectionActions')}
      text={selectedText(count)}
      note={selected.items.length === count && formatSize(totalAdminSize(selected.items))}
      actions={[restore, restoreTo]}
      endActions={[remove]}
      onClear={clearSelection}
      className="my-1"
    />
  )
}
