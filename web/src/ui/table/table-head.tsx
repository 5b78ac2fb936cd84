// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, aria-activedescendant says where it is
// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn as they come into view, which a table element cannot do
import type { RowData } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactElement } from 'react'
import { CheckboxMark } from '../checkbox.tsx'
import { t } from '../strings.ts'
import type { Column } from './columns.ts'

export interface TableHeadProps<T extends RowData> {
  id: string
  columns: readonly Column<T>[]
  template: string
  selectable: boolean
  checked: boolean
  indeterminate: boolean
  onToggleAll: () => void
  /** Index of the focused cell. */
  cursor: number | undefined
  hasOperations: boolean
  /** Hidden, but present for assistive technology. */
  hidden: boolean
}

/** The sticky head, 36 px. Its cells are reached by ↑ from the first row. */
export function TableHead<T extends RowData>(props: TableHeadProps<T>): ReactElement {
  const { id, columns, template, selectable, checked, indeterminate, onToggleAll, cursor } = props
  const ring = (place: number) => cursor === place && 'outline-2 outline-focus -outline-offset-2'
  return (
    <div role="rowgroup" className={props.hidden ? 'sr-only' : 'sticky top-0 z-10 bg-bg'}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-9 items-center gap-x-3 border-b border-line px-3 text-secondary text-fg-2"
        style={{ gridTemplateColumns: template }}
      >
        {selectable && (
          <span role="columnheader" id={`${id}-head-0`} className={clsx('flex rounded-[5px]', ring(0))}>
            <button
              type="button"
              role="checkbox"
              tabIndex={-1}
              aria-label={t('selectAll')}
              aria-checked={indeterminate ? 'mixed' : checked}
              onClick={onToggleAll}
            >
              <CheckboxMark checked={checked} indeterminate={indeterminate} />
            </button>
          </span>
        )}
        {columns.map((column, index) => {
          const place = index + (selectable ? 1 : 0)
          return (
            <span
              key={column.id}
              role="columnheader"
              id={`${id}-head-${place}`}
              aria-sort={sortState(column)}
              className={clsx(
                'flex min-w-0 rounded-s',
                column.columnDef.meta?.align === 'end' && 'justify-end',
                ring(place),
              )}
            >
              <HeadLabel column={column} />
            </span>
          )
        })}
        {props.hasOperations && (
          <span role="columnheader" className="sr-only">
            {t('operations')}
          </span>
        )}
      </div>
    </div>
  )
}

function sortState<T extends RowData>(column: Column<T>): 'ascending' | 'descending' | 'none' | undefined {
  const sorted = column.getIsSorted()
  if (!sorted) return column.getCanSort() ? 'none' : undefined
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function HeadLabel<T extends RowData>({ column }: { column: Column<T> }): ReactElement {
  const { header, meta } = column.columnDef
  const label = <span className="truncate">{typeof header === 'string' && header}</span>
  const sorted = column.getIsSorted()
  const sortable = column.getCanSort()
  if (!sorted && !sortable) return label
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
  // A list in a fixed order shows by what.
  const Tag = sortable ? 'button' : 'span'
  return (
    <Tag
      {...(sortable && { type: 'button', tabIndex: -1, onClick: () => column.toggleSorting() })}
      className={clsx(
        'group flex min-w-0 items-center gap-1 hover:text-fg',
        sorted && 'font-medium text-fg',
        // The label is aligned with the figures, with or without the arrow.
        meta?.align === 'end' && 'flex-row-reverse',
      )}
    >
      {label}
      <Arrow size={13} aria-hidden className={sorted ? '' : 'opacity-0 group-hover:opacity-60'} />
    </Tag>
  )
}
