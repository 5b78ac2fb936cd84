import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import { LabelFilterContext } from '../../lib/label-filter.ts'
import { usePendingVersion, withPending } from '../../lib/pending.ts'
import type { Search } from '../../ui/list/address.ts'
import { type PageQuery, queryRows } from '../../ui/list/list-rows.ts'
import { ListTable, type ListTableProps } from '../../ui/list/list-table.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { type ListModel, targetsOf, useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { type FoundList, foundActions, foundMenu } from './found-actions.ts'
import { openInList } from './open.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { t } from './strings.ts'

/** A list of files of many folders, which the search page and the personal table show alike. */

const idOf = (row: Instance) => row.instanceId
const nameOf = (row: Instance) => row.instanceName
const selectedText = (count: number) => t('selected', { count })

export interface FoundListOptions {
  title: string
  /** Label of the field for the keyword. */
  keyword: string
  /** False while there is nothing to load. */
  enabled?: boolean
}

export interface Found<T extends Instance> extends FoundList {
  readonly list: ListModel<T>
  readonly renaming: Instance | undefined
  readonly rename: (item: Instance | undefined) => void
}

/** Rows with what is pending, selection and keys. The time of the request tells which changes the reply includes. */
export function useFoundList<T extends Instance>(
  query: PageQuery<T> & { readonly data: { readonly askedAt: number } | undefined },
  { title, keyword, enabled = true }: FoundListOptions,
): Found<T> {
  const pending = usePendingVersion()
  const { data } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is pending
  const rows = useMemo(
    () => data?.list.map((row) => withPending<T>(row.instanceId, row, data.askedAt)),
    [data, pending],
  )
  const source = queryRows(query, rows)
  const list = useListPage<T>(
    { ...source, loading: source.loading && enabled, stale: query.isPlaceholderData },
    { idOf, selectedText },
  )
  const [renaming, rename] = useState<Instance>()
  const found = { list, items: list.loaded, renaming, rename }
  const onKeys = foundActions(list.targets, found)
  useListShortcuts(title, list, {
    actions: [
      onKeys.openLocation,
      onKeys.download,
      onKeys.share,
      onKeys.copyLink,
      onKeys.favorite,
      onKeys.labels,
      onKeys.rename,
      onKeys.remove,
    ],
    search: keyword,
    fieldStays: true,
    open: t('open'),
    selectable: true,
    menu: true,
  })
  return found
}

/** What is selected, in the place of the title. */
export function FoundSelection<T extends Instance>({ found }: { found: Found<T> }): ReactElement {
  const { list } = found
  const selected = foundActions(list.selected, found)
  return (
    <SelectionBar
      label={t('selectionActions')}
      text={selectedText(list.count)}
      actions={[selected.openLocation, selected.download, selected.share, selected.favorite, selected.labels]}
      endActions={[selected.remove]}
      onClear={list.clearSelection}
      className="min-w-0 flex-1"
    />
  )
}

type Given = 'list' | 'rowLabel' | 'onOpen' | 'menu' | 'menuOfMany' | 'operations'

interface FoundTableProps<T extends Instance> extends Omit<ListTableProps<T>, Given> {
  found: Found<T>
  /** Buttons of a row. Must not change from one render to the next. */
  operations: readonly (keyof ReturnType<typeof foundActions>)[]
  /** Changes the address; must not change from one render to the next. */
  narrow: (change: Search) => void
}

export function FoundTable<T extends Instance>(props: FoundTableProps<T>): ReactElement {
  const { found, operations, narrow, ...table } = props
  const { list, items, renaming, rename } = found
  const operationsOf = useCallback(
    (row: T) => {
      const actions = foundActions(targetsOf(row), { items: [], rename })
      return operations.map((name) => actions[name])
    },
    [operations, rename],
  )
  const filterByLabel = useCallback((label: string) => narrow({ label, page: undefined }), [narrow])
  return (
    <LabelFilterContext value={filterByLabel}>
      <ListTable
        {...table}
        list={list}
        rowLabel={nameOf}
        onOpen={(row) => openInList(row, items)}
        menu={(targets) => foundMenu(targets, found)}
        menuOfMany={(many) => t('menuOfMany', { count: many })}
        operations={operationsOf}
        className="md:px-6"
      />
      {renaming && (
        <RenameDialog
          key={renaming.instanceId}
          item={renaming}
          onClose={() => {
            rename(undefined)
            list.focusTable()
          }}
        />
      )}
    </LabelFilterContext>
  )
}
