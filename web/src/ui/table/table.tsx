// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn as they come into view, which a table element cannot do
import type { RowData } from '@tanstack/react-table'
import { clsx } from 'clsx'
import { type ReactElement, useId, useMemo } from 'react'
import { usePhone } from '../../lib/media-query.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { isSelected, selectedCount } from '../selection.ts'
import { SkeletonRows } from '../skeleton.tsx'
import { TableHead } from './table-head.tsx'
import type { TableProps } from './table-props.ts'
import { TableRow, type TableRowContext } from './table-row.tsx'
import { useTableInput } from './use-table-input.ts'
import { useTableModel } from './use-table-model.ts'
import { HEAD_HEIGHT, useTableScroll } from './use-table-scroll.ts'

export type { MenuRequest, TableHandle, TableProps } from './table-props.ts'

const NONE: ReadonlySet<string> = new Set()

/** Reached by the keyboard, but at no row yet: the focus is seen around the whole, and head and rows lie below it. */
export const focusRingClass = 'isolate rounded-m outline-2 -outline-offset-4 outline-focus *:-z-1'

/**
 * A list of rows with columns (R50): thousands of rows, a head that stays, selection, one tab stop.
 * It is the scrolling element itself; give it a place with a height.
 */
export function Table<T extends RowData>(props: TableProps<T>): ReactElement {
  const { label, rows, selection, selectable = true, empty, loading, className } = props
  const id = useId()
  const phone = usePhone()
  const phoneRow = phone ? props.phoneRow : undefined
  const compact = usePreferences().density === 'compact'
  const height = phoneRow ? (props.phoneRowHeight ?? 62) : (props.rowHeight ?? (compact ? 40 : 48))
  const { state, keys } = selection
  const { cursorIndex } = state
  const headHeight = phoneRow ? 0 : HEAD_HEIGHT
  const scroll = useTableScroll({ ...props, height, headHeight, cursorIndex })
  const { columns, rowOf } = useTableModel({
    columns: props.columns,
    hiddenColumns: props.hiddenColumns ?? NONE,
    sort: props.sort,
    onSort: props.onSort,
    rows,
    indexes: scroll.indexes,
  })
  const tracks = columns.map((column) => column.columnDef.meta?.width)
  const template = [selectable && '18px', ...tracks].filter(Boolean).join(' ')
  const input = useTableInput({
    ...props,
    selectable,
    columns,
    cursorIndex,
    touchOpens: phone,
    scroll,
  })
  const { rowLabel, operations, rowProps, onMenu, phoneCheckboxes } = props
  const hasMenu = onMenu !== undefined
  const view: TableRowContext<T> = useMemo(
    () => ({
      id,
      columns,
      template,
      height,
      selectable,
      rowLabel,
      operations,
      rowProps,
      phoneRow,
      hasMenu,
      phoneCheckboxes,
    }),
    [
      id,
      columns,
      template,
      height,
      selectable,
      rowLabel,
      operations,
      rowProps,
      phoneRow,
      hasMenu,
      phoneCheckboxes,
    ],
  )
  const count = selectedCount(state, rows.length)
  const all = rows.length > 0 && count === rows.length
  const nothing = rows.length === 0
  return (
    <div
      className={clsx(
        'flex min-h-0 flex-1 flex-col',
        input.ring && cursorIndex < 0 && focusRingClass,
        className,
      )}
    >
      <div
        ref={scroll.ref}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + (selectable ? 1 : 0)}
        aria-multiselectable={selectable}
        aria-activedescendant={input.activeId(id)}
        aria-busy={loading || undefined}
        {...input.handlers}
        className={clsx(
          'relative outline-none select-none',
          nothing ? 'shrink-0' : 'min-h-0 flex-1 overflow-y-auto overscroll-contain',
          !nothing && (props.sideways ? 'overflow-x-auto' : 'overflow-x-hidden'),
        )}
      >
        {/* As wide as the head at least, with whose columns the rows are aligned. */}
        <div className={clsx(props.sideways && 'min-w-min')}>
          {!phoneRow && (
            <TableHead
              hidden={nothing && !loading}
              id={id}
              columns={columns}
              template={template}
              selectable={selectable}
              checked={all}
              indeterminate={!all && count > 0}
              onToggleAll={() => selection.send({ type: all ? 'clear' : 'all' })}
              cursor={input.headCursor}
              hasOperations={operations !== undefined}
            />
          )}
          <div role="rowgroup" className="relative" style={{ height: rows.length * height }}>
            {scroll.indexes.map((index) => {
              const key = keys[index]
              const item = rows[index]
              return (
                <TableRow
                  key={key ?? `waiting-${index}`}
                  view={view}
                  row={item && rowOf(item)}
                  index={index}
                  selected={key !== undefined && isSelected(state, key)}
                  selecting={count > 0}
                  cursor={input.ring && index === cursorIndex}
                  active={
                    index === input.hovered || index === input.held || (input.ring && index === cursorIndex)
                  }
                />
              )
            })}
          </div>
        </div>
      </div>
      {nothing && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {loading ? (
            <SkeletonRows
              rowHeight={height}
              template={phoneRow ? undefined : template}
              selectable={selectable}
              ends={columns.map((column) => column.columnDef.meta?.align === 'end')}
            />
          ) : (
            empty
          )}
        </div>
      )}
    </div>
  )
}
