import type { AdminUpload } from '@clouddisk/contract/admin-uploads'
import { formatSize } from '@clouddisk/contract/format'
import { CircleX, Filter } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action, ActionGroup } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import { limits } from '../../../lib/limits.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { transferIllustration } from '../../../ui/illustrations.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { sortText } from '../../../ui/list/address.ts'
import { ListFoot, ListPage } from '../../../ui/list/list-page.tsx'
import { cursorRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { type Targets, useListPage } from '../../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import {
  allUploadsKey,
  discardText,
  discardUploads,
  fetchAllUploads,
  totalUploadSize,
  UPLOADS_LIST,
} from './all-uploads.ts'
import { AllUploadsPhoneRow, allUploadsColumns } from './columns.tsx'
import { readSearch } from './filter.ts'
import { t } from './strings.ts'

const DAY_MS = 24 * 3600 * 1000
const REFRESH_MS = 30_000

const idOf = (upload: AdminUpload) => upload.objectKey
const nameOf = (upload: AdminUpload) => upload.instanceName
const selectedText = (count: number) => t('selected', { count })

const discardAction = (
  uploads: () => Promise<readonly AdminUpload[]>,
  visible: boolean,
  count = 1,
): Action => ({
  name: 'uploads.discard',
  label: discardText(count),
  icon: CircleX,
  keys: 'Delete',
  danger: true,
  visible,
  run: () => void uploads().then(discardUploads),
})

/** Unfinished uploads of all people, which reserve space, and their cancellation (G27). */
export function AllUploadsPage({ address, change }: AdminPageProps): ReactElement {
  const { narrow } = address
  const shown = readSearch(address.search)
  const uploads = useCursorList({
    queryKey: allUploadsKey(shown),
    ask: (cursor, signal) => fetchAllUploads(shown, cursor, signal),
    idOf,
    name: UPLOADS_LIST,
    every: REFRESH_MS,
  })
  const list = useListPage(cursorRows(uploads), { idOf, selectedText, announceFrom: 2 })
  const { count, selected } = list
  useListShortcuts(t('title'), list, {
    actions: [discardAction(list.targets.all, change)],
    search: t('search'),
    selectable: change,
    menu: true,
  })
  const phoneRow = useCallback((upload: AdminUpload) => <AllUploadsPhoneRow upload={upload} />, [])
  const operations = useCallback(
    (upload: AdminUpload) => [discardAction(async () => [upload], upload.canDiscard)],
    [],
  )
  const menu = (targets: Targets<AdminUpload>, row: AdminUpload): ActionGroup[] => {
    const several = targets.count > 1
    const only: Action = {
      name: 'uploads.only',
      label: t('onlyOf', { name: row.userRealName }),
      icon: Filter,
      visible: !several && shown.keyword !== row.userName,
      run: () => narrow({ q: row.userName }),
    }
    return [[only], [discardAction(targets.all, change && (several || row.canDiscard), targets.count)]]
  }
  const { total = 0, totalSize = 0, openMax } = uploads.first ?? {}
  return (
    <ListPage
      title={t('title')}
      note={total > 0 && t('holds', { uploads: t('uploads', { count: total }), size: formatSize(totalSize) })}
      foot={
        openMax !== undefined && (
          <ListFoot
            note={t('note', {
              max: openMax.toLocaleString('en-US'),
              days: Math.round(limits().uploadKeptMs / DAY_MS),
            })}
            shown={total > 0 && t('shown', { shown: list.loaded.length, total })}
          />
        )
      }
    >
      {change && count > 0 ? (
        <SelectionBar
          label={t('selectionActions')}
          text={selectedText(count)}
          note={
            selected.items.length === count &&
            t('frees', { size: formatSize(totalUploadSize(selected.items)) })
          }
          endActions={[discardAction(selected.all, true, count)]}
          onClear={list.clearSelection}
          className="my-1"
        />
      ) : (
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-1">
          <KeywordField
            ref={list.field}
            value={shown.keyword}
            label={t('search')}
            className="md:w-[260px]!"
            onSettled={(q) => narrow({ q })}
            onLeave={list.focusTable}
          />
        </div>
      )}
      <ListTable
        list={list}
        label={t('list')}
        columns={allUploadsColumns}
        rowLabel={nameOf}
        selectable={change}
        sort={shown.sort}
        onSort={(sort) => narrow({ sort: sortText(sort) })}
        menu={menu}
        menuOfMany={(many) => t('menuOfMany', { count: many })}
        operations={change ? operations : undefined}
        phoneRow={phoneRow}
        rowHeights={[46, 54]}
        state={
          <ListState
            list={list}
            failedTitle={t('failedTitle')}
            noMatch={
              shown.keyword !== '' && {
                title: t('noMatchTitle'),
                text: t('noMatchText'),
                clearText: t('clearFilters'),
                onClear: () => narrow({ q: undefined }),
              }
            }
          >
            <EmptyState
              illustration={transferIllustration}
              title={t('nothingTitle')}
              text={t('nothingText')}
            />
          </ListState>
        }
        className="max-md:-mx-4"
      />
    </ListPage>
  )
}
