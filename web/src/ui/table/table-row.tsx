// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, aria-activedescendant says where it is
// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn as they come into view, which a table element cannot do
import type { Cell, Row as EngineRow, RowData } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type HTMLAttributes, memo, type ReactElement, type ReactNode } from 'react'
import { type Action, shownGroups } from '../../lib/action.ts'
import { CheckboxMark } from '../checkbox.tsx'
import { IconButton } from '../icon-button.tsx'
import { Skeleton } from '../skeleton.tsx'
import { t } from '../strings.ts'
import type { Column, Features } from './columns.ts'

/** A row of the engine: the item with its cells. */
export type Row<T extends RowData> = EngineRow<Features, T>

/** What is the same for every row of a table. */
export interface TableRowContext<T extends RowData> {
  readonly id: string
  readonly columns: readonly Column<T>[]
  readonly template: string
  readonly height: number
  readonly selectable: boolean
  readonly rowLabel: (row: T) => string
  readonly operations: ((row: T) => readonly Action[]) | undefined
  readonly rowProps: ((row: T, index: number) => HTMLAttributes<HTMLElement>) | undefined
  /** Two lines on a phone instead of columns. */
  readonly phoneRow: ((row: T) => ReactNode) | undefined
  readonly hasMenu: boolean
  readonly phoneCheckboxes: boolean | undefined
}

export interface TableRowProps<T extends RowData> {
  view: TableRowContext<T>
  row: Row<T> | undefined
  index: number
  selected: boolean
  /** Some row is selected: all show their boxes. */
  selecting: boolean
  /** The keyboard is here: the ring. */
  cursor: boolean
  /** The pointer or the keyboard is here, or a menu hangs on its button: its operations show. */
  active: boolean
}

function TableRowBody<T extends RowData>(props: TableRowProps<T>): ReactElement {
  const { view, row, index, selected, selecting, cursor, active } = props
  const { className, style, ...extra } = (row !== undefined && view.rowProps?.(row.original, index)) || {}
  return (
    <div
      role="row"
      {...extra}
      id={`${view.id}-row-${index}`}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={view.selectable ? selected : undefined}
      aria-busy={row === undefined || undefined}
      style={{
        ...style,
        height: view.height,
        transform: `translateY(${index * view.height}px)`,
        gridTemplateColumns: view.phoneRow ? undefined : view.template,
      }}
      className={clsx(
        'group/row absolute inset-x-0 top-0 items-center px-3 contain-layout contain-style',
        view.phoneRow ? 'flex gap-3 px-5' : 'grid gap-x-3',
        'after:pointer-events-none after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line',
        selected ? 'bg-sel hover:bg-sel-hover' : 'hover:rounded-m hover:bg-hover',
        cursor && 'z-[1] rounded-m outline-2 -outline-offset-2 outline-focus after:hidden',
        className,
      )}
    >
      {row === undefined ? (
        <Waiting view={view} index={index} />
      ) : view.phoneRow ? (
        <PhoneCells
          view={view}
          row={row}
          selected={selected}
          selecting={selecting}
          content={view.phoneRow(row.original)}
        />
      ) : (
        <Cells view={view} row={row} selected={selected} selecting={selecting || active} active={active} />
      )}
    </div>
  )
}

/** Rows are drawn again only when something of their own changed. */
export const TableRow = memo(TableRowBody) as typeof TableRowBody

const alignsEnd = <T extends RowData>(column: Column<T>) => column.columnDef.meta?.align === 'end'

/** Called, not made a component of: with new columns the cells are the same ones, and a field in one keeps its focus. */
function contentOf<T extends RowData>(cell: Cell<Features, T>): ReactNode {
  const content = cell.column.columnDef.cell
  return typeof content === 'function' ? content(cell.getContext()) : content
}

interface CellsProps<T extends RowData> {
  view: TableRowContext<T>
  row: Row<T>
  selected: boolean
  selecting: boolean
}

function Cells<T extends RowData>({
  view,
  row,
  selected,
  selecting,
  active,
}: CellsProps<T> & { active: boolean }): ReactElement {
  const actions = active && view.operations ? shownGroups([view.operations(row.original)])[0] : undefined
  return (
    <>
      {view.selectable && <SelectCell view={view} row={row} selected={selected} selecting={selecting} />}
      {row.getVisibleCells().map((cell) => (
        <span
          key={cell.column.id}
          role="gridcell"
          className={clsx('flex min-w-0 items-center', alignsEnd(cell.column) && 'tabular justify-end')}
        >
          {contentOf(cell)}
        </span>
      ))}
      {actions && (
        <span
          role="gridcell"
          className={clsx(
            'absolute inset-y-1 right-2 flex items-center pl-4',
            selected ? 'bg-sel group-hover/row:bg-sel-hover' : 'bg-bg group-hover/row:bg-hover',
          )}
        >
          {actions.map(
            (action) => action.icon && <Operation key={action.name} action={action} icon={action.icon} />,
          )}
        </span>
      )}
    </>
  )
}

const Operation = ({ action, icon }: { action: Action; icon: NonNullable<Action['icon']> }) => (
  <IconButton
    size="small"
    tabIndex={-1}
    icon={icon}
    label={action.label}
    keys={action.keys}
    danger={action.danger}
    disabledReason={action.disabled}
    data-menu={action.run ? undefined : ''}
    onClick={() => action.run?.()}
  />
)

function SelectCell<T extends RowData>({ view, row, selected, selecting }: CellsProps<T>): ReactElement {
  return (
    <span role="gridcell" className="flex">
      <button
        type="button"
        role="checkbox"
        tabIndex={-1}
        data-select
        aria-checked={selected}
        aria-label={t('selectRow', { name: view.rowLabel(row.original) })}
        className={clsx(
          'finger -m-2 p-2 group-hover/row:opacity-100 pointer-coarse:opacity-100',
          selected || selecting ? '' : 'opacity-0',
        )}
      >
        <CheckboxMark checked={selected} />
      </button>
    </span>
  )
}

function PhoneCells<T extends RowData>(props: CellsProps<T> & { content: ReactNode }): ReactElement {
  const { view, row, selected, selecting, content } = props
  return (
    <>
      {view.selectable && (selecting || view.phoneCheckboxes) && (
        <SelectCell view={view} row={row} selected={selected} selecting />
      )}
      <span role="gridcell" className="flex min-w-0 flex-1 items-center">
        {content}
      </span>
      {view.hasMenu && !selecting && (
        <span role="gridcell" className="-mr-3">
          <button
            type="button"
            data-menu
            tabIndex={-1}
            aria-label={`${t('more')}: ${view.rowLabel(row.original)}`}
            className="flex size-11 items-center justify-center rounded-m text-fg-2 active:bg-press"
          >
            <Ellipsis size={18} aria-hidden />
          </button>
        </span>
      )}
    </>
  )
}

const WIDTHS = ['w-36', 'w-48', 'w-28', 'w-52', 'w-40']

/** A row that is on its way, in its final geometry. */
function Waiting<T extends RowData>(props: { view: TableRowContext<T>; index: number }): ReactElement {
  const { view, index } = props
  const columns = view.phoneRow ? view.columns.slice(0, 1) : view.columns
  return (
    <>
      {view.selectable && !view.phoneRow && <span role="gridcell" />}
      {columns.map((column, place) => (
        <span
          key={column.id}
          role="gridcell"
          className={clsx('late flex items-center gap-3', alignsEnd(column) && 'justify-end')}
        >
          {place === 0 && <Skeleton box className="size-6 rounded-s" />}
          <Skeleton className={place === 0 ? (WIDTHS[index % WIDTHS.length] ?? 'w-40') : 'w-16'} />
        </span>
      ))}
    </>
  )
}
