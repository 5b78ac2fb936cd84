// biome-ignore-all lint/a11y/useSemanticElements: tiles are drawn as they come into view, which a table element cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, aria-activedescendant says where it is
import type { Instance } from '@clouddisk/contract/files'
import { clsx } from 'clsx'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { texts } from '../../lib/i18n.ts'
import { usePhone } from '../../lib/media-query.ts'
import { isSelected, selectedCount } from '../../ui/selection.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { focusRingClass, type MenuRequest, type TableHandle } from '../../ui/table/table.tsx'
import { useTableInput } from '../../ui/table/use-table-input.ts'
import { tableHandle } from '../../ui/table/use-table-scroll.ts'
import { indexesOf, useRowWindow } from '../../ui/use-row-window.ts'
import type { SelectionControl } from '../../ui/use-selection.ts'
import { GAP, useTileSize } from '../../ui/use-tile-size.ts'
import type { ItemLayout } from './marquee.ts'
import type { Rows } from './sparse-rows.ts'
import { t } from './strings.ts'
import { Tile } from './tile.tsx'

const own = texts('files-tiles', {
  nothingHere: ['没有内容', 'Nothing here'],
})

/** A list's handle; tiles also have a layout. */
export interface ListHandle extends TableHandle {
  readonly layout?: ItemLayout | undefined
}

export interface TilesProps {
  label: string
  rows: Rows
  selection: SelectionControl
  mark: string
  loading: boolean
  empty: ReactNode
  editor: (item: Instance) => ReactNode
  rowProps: (item: Instance) => HTMLAttributes<HTMLElement>
  onOpen: (item: Instance) => void
  onMenu: (request: MenuRequest<Instance>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onRange: (first: number, last: number) => void
  ref?: Ref<ListHandle>
}

/** The rows as tiles. Arrow keys move in both directions. */
export function Tiles(props: TilesProps): ReactElement {
  const { label, rows, selection, loading, empty, onRange } = props
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const gutter = phone ? 16 : 24
  const { across, width, height } = useTileSize(element, gutter)
  const { state, keys } = selection
  const view = useRowWindow({
    element,
    count: Math.ceil(rows.length / across),
    rowHeight: height + GAP,
    before: GAP / 2,
    overscan: 3,
  })
  const lines = indexesOf(view)
  const first = view.first * across
  const last = Math.min(rows.length - 1, (view.last + 1) * across - 1)
  useEffect(() => {
    if (last >= 0) onRange(first, last)
  }, [first, last, onRange])
  const showIndex = (index: number) => view.showIndex(Math.floor(index / across))
  const layout: ItemLayout = {
    count: rows.length,
    across,
    itemWidth: width,
    itemHeight: height,
    gap: GAP,
    left: gutter,
    top: GAP / 2,
  }
  useImperativeHandle(
    props.ref,
    (): ListHandle =>
      Object.assign(tableHandle(element, selection, { rowHeight: height, headHeight: 0, showIndex }), {
        layout,
      }),
  )
  const input = useTableInput<Instance>({
    rows,
    selection,
    onOpen: props.onOpen,
    onMenu: props.onMenu,
    onKeyDown: props.onKeyDown,
    selectable: true,
    columns: [],
    cursorIndex: state.cursorIndex,
    touchOpens: true,
    across,
    scroll: { showIndex, page: view.page },
  })
  const cursorLine = state.cursorIndex < 0 ? -1 : Math.floor(state.cursorIndex / across)
  const drawn = cursorLine >= 0 && !lines.includes(cursorLine) ? [...lines, cursorLine] : lines
  const selecting = selectedCount(state, rows.length) > 0
  const nothing = rows.length === 0
  return (
    <div
      className={clsx('flex min-h-0 flex-1 flex-col', input.ring && state.cursorIndex < 0 && focusRingClass)}
    >
      <div
        ref={element}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={Math.ceil(rows.length / across)}
        aria-colcount={across}
        aria-multiselectable
        aria-activedescendant={input.activeId(id)}
        aria-busy={loading || undefined}
        {...input.handlers}
        className={clsx(
          'relative outline-none select-none',
          nothing ? 'shrink-0' : 'min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain',
        )}
      >
        <div
          role="rowgroup"
          className="relative"
          style={{ height: Math.ceil(rows.length / across) * (height + GAP) + GAP }}
        >
          {nothing && (
            <div role="row" className="sr-only">
              <span role="gridcell">{loading ? t('loading') : own('nothingHere')}</span>
            </div>
          )}
          {drawn.map((line) => (
            <div
              key={line}
              role="row"
              aria-rowindex={line + 1}
              className="absolute inset-x-0 top-0 flex"
              style={{
                transform: `translateY(${GAP / 2 + line * (height + GAP)}px)`,
                gap: GAP,
                paddingInline: gutter,
              }}
            >
              {rows.slice(line * across, (line + 1) * across).map((row, offset) => {
                const index = line * across + offset
                const key = keys[index]
                return (
                  <Tile
                    key={key ?? `waiting-${index}`}
                    id={`${id}-row-${index}`}
                    index={index}
                    column={offset}
                    item={row}
                    width={width}
                    height={height}
                    selected={key !== undefined && isSelected(state, key)}
                    selecting={selecting}
                    cursor={input.ring && index === state.cursorIndex}
                    mark={props.mark}
                    editor={row && props.editor(row)}
                    rowProps={props.rowProps}
                  />
                )
              })}
            </div>
          ))}
        </div>
      </div>
      {nothing && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {loading ? <Waiting across={across} width={width} height={height} gutter={gutter} /> : empty}
        </div>
      )}
    </div>
  )
}

function Waiting(props: { across: number; width: number; height: number; gutter: number }): ReactElement {
  const { across, width, height, gutter } = props
  return (
    <div
      className="late flex flex-wrap"
      role="status"
      aria-label={t('loading')}
      style={{ gap: GAP, padding: `${GAP / 2}px ${gutter}px` }}
    >
      {Array.from({ length: across * 3 }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: tiles without identity
          key={index}
          className="rounded-l border border-line p-3"
          style={{ width, height, opacity: 1 - index / (across * 3.5) }}
        >
          <Skeleton box className="h-full rounded-m" />
        </span>
      ))}
    </div>
  )
}
