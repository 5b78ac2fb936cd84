import { LARGEST_MAX, type LargeFile, type UsageKind } from '@clouddisk/contract/usage'
import { type ReactElement, useCallback } from 'react'
import { useCursorList } from '../../lib/cursor-list.ts'
import { language } from '../../lib/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShownFoot } from '../../ui/list/list-page.tsx'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { largeFileActions, largeFileMenu, type RemoveItems } from './actions.ts'
import { LargestPhoneRow, largestColumns, largestOrder } from './columns.tsx'
import { t } from './strings.ts'
import { fetchLargest, type LargestView, largestKey, openFile } from './usage.ts'

const idOf = (file: LargeFile) => file.instanceId
const nameOf = (file: LargeFile) => file.instanceName
const selectedText = (count: number) => t('selected', { count })
const numbers = new Intl.NumberFormat(language)
const LIST_NAME = 'list:largest'

interface LargestListProps extends LargestView {
  removeItems: RemoveItems
  onAllKinds: () => void
}

/** The files that take most, or those whose old versions do. */
export function LargestList({ removeItems, onAllKinds, ...view }: LargestListProps): ReactElement {
  const { by, kind } = view
  const largest = useCursorList({
    queryKey: largestKey(view),
    ask: (cursor, signal) => fetchLargest(view, cursor, signal),
    idOf,
    name: LIST_NAME,
  })
  const list = useListPage(cursorRows(largest), { idOf, selectedText })
  const { loaded, count } = list
  const onKeys = largeFileActions(list.targets, loaded, removeItems)
  useShortcuts(t('title'), [onKeys.openLocation, onKeys.download, onKeys.remove])
  const onSelected = largeFileActions(list.selected, loaded, removeItems)
  const phoneRow = useCallback((file: LargeFile) => <LargestPhoneRow file={file} by={by} />, [by])
  const operations = useCallback(
    (file: LargeFile) => {
      const one = largeFileActions(targetsOf(file), [], removeItems)
      return [one.openLocation, by === 'versions' ? one.removeVersions : one.remove]
    },
    [by, removeItems],
  )
  const { total = 0, truncated = false } = largest.first ?? {}
  const shown =
    loaded.length < total
      ? t('shown', { shown: loaded.length, total })
      : !truncated && t('allShown', { count: total })
  const listedMax = truncated && t('listedMax', { max: numbers.format(LARGEST_MAX) })
  return (
    <>
      {count > 0 && (
        <div data-selection-bar="" className="absolute inset-x-6 top-0 max-md:inset-x-0">
          <SelectionBar
            label={t('selectionActions')}
            text={selectedText(count)}
            actions={[onSelected.openLocation, onSelected.download, onSelected.removeVersions]}
            endActions={[onSelected.remove]}
            onClear={list.clearSelection}
            className="max-md:rounded-none"
          />
        </div>
      )}
      <ListTable
        list={list}
        label={t(by === 'versions' ? 'versionsList' : 'list')}
        title={t('title')}
        columns={largestColumns[by]}
        sort={largestOrder[by]}
        rowLabel={nameOf}
        onOpen={(file) => openFile(file, loaded)}
        menu={(targets) => largeFileMenu(largeFileActions(targets, loaded, removeItems))}
        menuOfMany={(many) => t('menuOfMany', { count: many })}
        operations={operations}
        phoneRow={phoneRow}
        state={
          <ListState list={list} failedTitle={t('failedTitle')} trace noMatch={false}>
            <Nothing by={by} kind={kind} onAllKinds={onAllKinds} />
          </ListState>
        }
        className="md:px-6"
      />
      {total > 0 && <ShownFoot>{[shown, listedMax].filter(Boolean).join(' · ')}</ShownFoot>}
    </>
  )
}

interface NothingProps {
  by: LargestView['by']
  kind: UsageKind | undefined
  onAllKinds: () => void
}

function Nothing({ by, kind, onAllKinds }: NothingProps): ReactElement {
  if (kind)
    return (
      <EmptyState illustration="search" title={t('noKindTitle')} text={t('noKindText')}>
        <Button onClick={onAllKinds}>{t('allKinds')}</Button>
      </EmptyState>
    )
  return by === 'versions' ? (
    <EmptyState illustration="folder" title={t('noVersionsTitle')} text={t('noVersionsText')} />
  ) : (
    <EmptyState illustration="folder" title={t('noFilesTitle')} text={t('noFilesText')} />
  )
}
