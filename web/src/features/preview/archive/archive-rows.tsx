import { FolderOpen } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type RefObject, useCallback, useEffect, useMemo } from 'react'
import type { Action } from '../../../lib/action.ts'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { isSelected } from '../../../ui/selection.ts'
import { type MenuRequest, Table, type TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { archiveColumns, archivePhoneRow } from './archive-columns.tsx'
import type { ArchiveRow } from './archive-tree.ts'
import { t } from './strings.ts'

export interface ArchiveRowsProps {
  label: string
  rows: readonly ArchiveRow[]
  words: string
  /** Takes the focus when it is drawn. */
  isFocused: boolean
  emptyTitle: string
  /** Opens a folder. */
  onOpen: (path: string) => void
  /** Told the selected rows; none when it goes. */
  onChoose: (rows: readonly ArchiveRow[]) => void
  onBack: (() => void) | undefined
  /** What can be done with rows; undefined where nothing may be extracted. */
  actions: ((rows: readonly ArchiveRow[]) => readonly Action[]) | undefined
  ref: RefObject<TableHandle | null>
}

/** The rows of a folder of an archive, or those found, each with its menu. */
export function ArchiveRows(props: ArchiveRowsProps): ReactElement {
  const { label, rows, words, isFocused, emptyTitle, onOpen, onChoose, onBack, actions, ref } = props
  const columns = useMemo(() => archiveColumns(words), [words])
  const keys = useMemo(() => rows.map(({ path }) => path), [rows])
  const selection = useSelection(keys)
  const { state } = selection
  const menu = useContextMenu()
  useEffect(() => {
    onChoose(rows.filter(({ path }) => isSelected(state, path)))
    return () => onChoose([])
  }, [rows, state, onChoose])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears, or the focus would jump back later
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [])
  const operations = useCallback((row: ArchiveRow) => actions?.([row]) ?? [], [actions])
  const onMenu = ({ row, keys: on, anchor }: MenuRequest<ArchiveRow>) => {
    if (!row || !actions) return
    const paths = new Set(on)
    const isOne = on.length === 1
    const open: Action = {
      name: 'archive.open',
      label: t('open'),
      icon: FolderOpen,
      visible: isOne && row.isFolder,
      run: () => onOpen(row.path),
    }
    menu.open({
      anchor,
      groups: [[open], actions(isOne ? [row] : rows.filter(({ path }) => paths.has(path)))],
      label: isOne ? t('menuOf', { name: row.name }) : t('selected', { count: on.length }),
      header: isOne ? archivePhoneRow(row) : undefined,
    })
  }
  /** A folder is entered; of a file, which has no view of its own here, the menu says what can be done with it. */
  const onOpenRow = (row: ArchiveRow) => {
    if (row.isFolder) onOpen(row.path)
    else onMenu({ row, keys: [row.path], anchor: belowName(ref.current?.element, keys.indexOf(row.path)) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || !onBack) return
    event.preventDefault()
    onBack()
  }
  return (
    <>
      <Table<ArchiveRow>
        ref={ref}
        label={label}
        columns={columns}
        rows={rows}
        rowLabel={({ name }) => name}
        selection={selection}
        selectable={actions !== undefined}
        phoneCheckboxes
        onOpen={onOpenRow}
        onMenu={actions && onMenu}
        operations={actions && operations}
        onKeyDown={onKeyDown}
        phoneRow={archivePhoneRow}
        empty={<EmptyState illustration="folder" title={emptyTitle} />}
        // Lines of rows as long as those of head and footer, which are close to them here.
        className="mt-1 md:[&_[data-index]]:after:inset-x-0"
      />
      {menu.element}
    </>
  )
}

/** Where the menu of a row opens that is opened without a pointer. */
function belowName(grid: HTMLElement | null | undefined, index: number): { x: number; y: number } {
  const name = grid?.querySelector(`[data-index="${index}"] [title]`)
  const { left, bottom } = (name ?? grid ?? document.body).getBoundingClientRect()
  return { x: left, y: bottom }
}
