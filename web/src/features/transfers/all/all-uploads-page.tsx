import type { AdminUpload } from '@clouddisk/contract/admin-uploads'
import { formatSize } from '@clouddisk/contract/format'
import { CircleX, Clock, Filter, SearchX, X } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
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
import { transferIllustration } from '../../../ui/illustrations.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { LoadMoreError } from '../../../ui/load-more-error.tsx'
import { isSelected } from '../../../ui/selection.ts'
import { type MenuRequest, Table } from '../../../ui/table/table.tsx'
import { discardText, discardUploads, totalUploadSize } from './all-uploads.ts'
import { AllUploadsPhoneRow, allUploadsColumns } from './columns.tsx'
import { t } from './strings.ts'
import { type AllUploads, idOf, useAllUploads } from './use-all-uploads.ts'

const DAY_MS = 24 * 3600 * 1000

type Uploads = () => Promise<readonly AdminUpload[]>

const discarding = (uploads: Uploads, visible: boolean, count = 1): Action => ({
  name: 'uploads.discard',
  label: discardText(count),
  icon: CircleX,
  keys: 'Delete',
  danger: true,
  visible,
  run: () => void uploads().then(discardUploads),
})

/** Unfinished uploads of everybody: what holds space, and ending it (G27). */
export function AllUploadsPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const all = useAllUploads(props)
  const { list, shown, choosing, narrow } = all
  const { total = 0, totalSize = 0, openMax } = list.first ?? {}
  useKeys(all)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <p className="tabular truncate text-secondary text-mut">
            {total > 0 &&
              t('holds', { uploads: t('uploads', { count: total }), size: formatSize(totalSize) })}
          </p>
        </div>
        {choosing ? (
          <div className="py-1">
            <SelectionBar all={all} />
          </div>
        ) : (
          <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-1">
            <KeywordField
              ref={all.field}
              value={shown.keyword}
              label={t('search')}
              className="md:w-[260px]!"
              onSettled={(q) => narrow({ q })}
              onLeave={() => all.table.current?.focus()}
            />
          </div>
        )}
        <List all={all} />
      </div>
      {openMax !== undefined && (
        <div className="tabular flex min-h-10 shrink-0 items-center justify-between gap-4 border-t border-line px-6 py-2 text-caption text-mut max-md:px-4">
          <span className="flex items-center gap-2">
            <Clock size={14} aria-hidden className="max-md:hidden" />
            {t('note', {
              max: openMax.toLocaleString('en-US'),
              days: Math.round(limits().uploadKeptMs / DAY_MS),
            })}
          </span>
          {total > 0 && (
            <span className="shrink-0 max-md:hidden">{t('shown', { shown: list.loaded.length, total })}</span>
          )}
        </div>
      )}
    </div>
  )
}

function SelectionBar({ all }: { all: AllUploads }): ReactElement {
  const { count, chosen, allChosen, selection, table } = all
  const { icon, label, run } = discarding(allChosen, true, count)
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
          <span className="text-mut"> · {t('frees', { size: formatSize(totalUploadSize(chosen)) })}</span>
        )}
      </p>
      <span className="flex-1" />
      <Button size="small" variant="bare" danger icon={icon} aria-label={label} onClick={run}>
        <span className="max-md:hidden">{label}</span>
      </Button>
    </div>
  )
}

function List({ all }: { all: AllUploads }): ReactElement {
  const { list, rows, selection, shown, change, narrow, table, count, allChosen } = all
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const phoneRow = useCallback((upload: AdminUpload) => <AllUploadsPhoneRow upload={upload} />, [])
  const operations = useCallback(
    (upload: AdminUpload) => [discarding(async () => [upload], upload.canDiscard)],
    [],
  )
  const onMenu = ({ row, anchor }: MenuRequest<AdminUpload>) => {
    if (!row) return
    const several = isSelected(selection.state, idOf(row)) && count > 1
    const only: Action = {
      name: 'uploads.only',
      label: t('onlyOf', { name: row.userRealName }),
      icon: Filter,
      visible: !several && shown.keyword !== row.userName,
      run: () => narrow({ q: row.userName }),
    }
    const end = several
      ? discarding(allChosen, change, count)
      : discarding(async () => [row], change && row.canDiscard)
    menu.open({
      anchor,
      groups: [[only], [end]],
      label: several ? t('menuOfMany', { count }) : t('menuOf', { name: row.instanceName }),
      header: <p className="truncate text-section font-semibold">{row.instanceName}</p>,
    })
  }
  return (
    <>
      <Table
        ref={table}
        label={t('list')}
        columns={allUploadsColumns}
        rows={rows}
        rowLabel={(upload) => upload.instanceName}
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
        empty={<State all={all} />}
        className="max-md:-mx-4"
      />
      <LoadMoreError failure={list.stopped} />
      {menu.element}
    </>
  )
}

/** In the place of rows: nothing there, nothing found, or why it could not be read. */
function State({ all: { list, shown, narrow } }: { all: AllUploads }): ReactElement {
  if (list.error)
    return (
      <ErrorState
        title={t('failedTitle')}
        text={errorMessage(list.error)}
        onRetry={() => void list.refresh()}
        retrying={list.refreshing}
      />
    )
  if (shown.keyword === '')
    return (
      <EmptyState illustration={transferIllustration} title={t('nothingTitle')} text={t('nothingText')} />
    )
  return (
    <EmptyState illustration="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <Button icon={SearchX} onClick={() => narrow({ q: undefined })}>
        {t('clearFilters')}
      </Button>
    </EmptyState>
  )
}

function useKeys({ targets, selection, field, change }: AllUploads): void {
  const focusFilter = () => {
    selection.send({ type: 'clear' })
    requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts(t('title'), [
    discarding(targets, change),
    { name: 'uploads.search', label: t('search'), keys: '/', run: focusFilter },
    { name: 'uploads.select-all', label: t('selectAll'), keys: 'Mod+A', visible: change },
    { name: 'uploads.clear', label: t('clearSelection'), keys: 'Esc', visible: change },
    { name: 'uploads.menu', label: t('more'), keys: 'Shift+F10' },
  ])
}
