import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { formatSize } from '@clouddisk/contract/format'
import { Clock, SearchX, X } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { limits } from '../../../lib/limits.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePreferences } from '../../../lib/preferences.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { trashIllustration } from '../../../ui/illustrations.tsx'
import { LoadMoreError } from '../../../ui/load-more-error.tsx'
import { isSelected } from '../../../ui/selection.ts'
import { type MenuRequest, Table } from '../../../ui/table/table.tsx'
import { adminTrashActions, adminTrashMenu } from './actions.ts'
import { totalAdminSize } from './admin-trash.ts'
import { AdminTrashPhoneRow, adminTrashColumns } from './columns.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { t } from './strings.ts'
import { type AdminTrash, idOf, useAdminTrash } from './use-admin-trash.ts'

const nameOf = (item: SecondTrashItem) => item.instanceName

/** The administrators' recycle bin (B§2, C12): what people let go, on its way out; back to them, or gone for good. */
export function AdminTrashPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const second = useAdminTrash(props)
  const { list, shown, choosing, giving, setGiving } = second
  const { total = 0, totalSize = 0, truncated = false } = list.first ?? {}
  useKeys(second)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <p className="tabular truncate text-secondary text-mut">
            {total > 0 &&
              t('holds', {
                items: t(truncated ? 'itemsMore' : 'items', { count: total }),
                size: formatSize(totalSize),
              })}
          </p>
        </div>
        {choosing ? (
          <div className="py-1">
            <SelectionBar second={second} />
          </div>
        ) : (
          <FilterBar second={second} />
        )}
        <List second={second} mark={shown.keyword} />
      </div>
      <div className="tabular flex min-h-10 shrink-0 items-center justify-between gap-4 border-t border-line px-6 py-2 text-caption text-mut max-md:px-4">
        <span className="flex items-center gap-2">
          <Clock size={14} aria-hidden className="max-md:hidden" />
          {t('note', { days: limits().secondTrashDays })}
        </span>
        {total > 0 && (
          <span className="shrink-0 max-md:hidden">{t('shown', { shown: list.loaded.length, total })}</span>
        )}
      </div>
      {giving && <RestoreDialog items={giving} onClosed={() => setGiving(undefined)} />}
    </div>
  )
}

function SelectionBar({ second }: { second: AdminTrash }): ReactElement {
  const { count, chosen, allChosen, selection, table } = second
  const { restore, restoreTo, remove } = adminTrashActions(allChosen, second, chosen)
  const clear = () => {
    selection.send({ type: 'clear' })
    table.current?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('selectionActions')}
      className="flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5"
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} keys="Esc" onClick={clear} />
      <p className="tabular mr-1 truncate pl-1.5 text-secondary">
        <span className="font-semibold">{t('selected', { count })}</span>
        {chosen.length === count && (
          <span className="text-mut max-sm:hidden"> · {formatSize(totalAdminSize(chosen))}</span>
        )}
      </p>
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2" />
      {[restore, restoreTo].map(
        (action) =>
          action.visible && (
            <Button
              key={action.name}
              size="small"
              variant="bare"
              icon={action.icon}
              aria-label={action.label}
              onClick={action.run}
            >
              <span className="max-md:hidden">{action.label}</span>
            </Button>
          ),
      )}
      <span className="flex-1" />
      <Button
        size="small"
        variant="bare"
        danger
        icon={remove.icon}
        aria-label={remove.label}
        onClick={remove.run}
      >
        <span className="max-md:hidden">{remove.label}</span>
      </Button>
    </div>
  )
}

function List({ second, mark }: { second: AdminTrash; mark: string }): ReactElement {
  const { list, rows, selection, shown, change, narrow, table, count, chosen, allChosen } = second
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const columns = useMemo(() => adminTrashColumns(mark), [mark])
  const phoneRow = useCallback(
    (item: SecondTrashItem) => <AdminTrashPhoneRow item={item} mark={mark} />,
    [mark],
  )
  const { finds, setGiving } = second
  const operations = useCallback(
    (item: SecondTrashItem) =>
      Object.values<Action>(adminTrashActions(async () => [item], { change, finds, setGiving }, [item])),
    [change, finds, setGiving],
  )
  const onMenu = ({ row, anchor }: MenuRequest<SecondTrashItem>) => {
    if (!row) return
    const several = isSelected(selection.state, idOf(row)) && count > 1
    const groups = several
      ? adminTrashMenu(allChosen, second, chosen, undefined)
      : adminTrashMenu(async () => [row], second, [row], row)
    menu.open({
      anchor,
      groups,
      label: several ? t('menuOfMany', { count }) : t('menuOf', { name: row.instanceName }),
      header: <p className="truncate text-section font-semibold">{row.instanceName}</p>,
    })
  }
  return (
    <>
      <Table
        ref={table}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowLabel={nameOf}
        selection={selection}
        selectable={change}
        sort={shown.sort}
        onSort={({ column, direction }) => narrow({ sort: `${column}.${direction}` })}
        onMenu={onMenu}
        operations={phone || !change ? undefined : operations}
        phoneRow={phoneRow}
        rowHeight={compact ? 46 : 54}
        onRange={list.show}
        loading={list.rows === undefined && list.error === null}
        empty={<State second={second} />}
        className="max-md:-mx-4"
      />
      <LoadMoreError failure={list.stopped} />
      {menu.element}
    </>
  )
}

/** In the place of rows: nothing there, nothing found, or why it could not be read. */
function State({ second: { list, shown, narrow } }: { second: AdminTrash }): ReactElement {
  if (list.error)
    return (
      <ErrorState
        title={t('failedTitle')}
        text={errorMessage(list.error)}
        onRetry={() => void list.refresh()}
        retrying={list.refreshing}
      />
    )
  if (!isNarrowed(shown))
    return (
      <EmptyState
        illustration={trashIllustration}
        title={t('nothingTitle')}
        text={t('nothingText', { days: limits().secondTrashDays })}
      />
    )
  return (
    <EmptyState illustration="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <Button icon={SearchX} onClick={() => narrow(CLEARED)}>
        {t('clearFilters')}
      </Button>
    </EmptyState>
  )
}

function useKeys(second: AdminTrash): void {
  const { targets, chosen, rows, selection, field, change } = second
  const atCursor = rows[selection.state.cursorIndex]
  const known = chosen.length > 0 ? chosen : atCursor ? [atCursor] : []
  const { restore, remove } = adminTrashActions(targets, second, known)
  const focusFilter = () => {
    selection.send({ type: 'clear' })
    requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts(t('title'), [
    restore,
    remove,
    { name: 'second.search', label: t('search'), keys: '/', run: focusFilter },
    { name: 'second.select-all', label: t('selectAll'), keys: 'Mod+A', visible: change },
    { name: 'second.clear', label: t('clearSelection'), keys: 'Esc', visible: change },
    { name: 'second.menu', label: t('more'), keys: 'Shift+F10' },
  ])
}
