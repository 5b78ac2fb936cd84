import { proxy } from 'comlink'
import {
  type CSSProperties,
  type ReactElement,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { PreviewMessage } from '../messages.tsx'
import { FindBar, type FindBarHandle } from './find-bar.tsx'
import { MarkedText } from './marked-text.tsx'
import { RowScroller, type RowScrollerHandle } from './row-scroller.tsx'
import { t } from './strings.ts'
import { cellsOf, columnsInView, widthsOf } from './table.ts'
import type { TextActions } from './text-actions.ts'
import { useRowSearch } from './use-row-search.ts'
import type { TextSourceHandle } from './use-text-source.ts'

const ROW_HEIGHT = 32
/** Records whose cells decide how wide the columns are. */
const MEASURED = 100

interface CsvTableProps {
  name: string
  source: TextSourceHandle
  delimiter: string
  /** Text of the beginning. */
  sample: string
  finding: boolean
  onFindClose: () => void
  onRetry: () => void
  ref?: Ref<TextActions>
}

/** The records of a table below its first one. Rows and columns in view are drawn. */
export function CsvTable(props: CsvTableProps): ReactElement {
  const { name, source, delimiter, sample, finding, onFindClose } = props
  const scroller = useRef<RowScrollerHandle>(null)
  const bar = useRef<FindBarHandle>(null)
  const [search, setSearch] = useState({ query: '', caseSensitive: false })
  const [view, setView] = useState({ left: 0, width: 1600 })
  const shownQuery = finding ? search : { ...search, query: '' }
  const show = async (record: number) => {
    source.onState(await source.remote.reach(record, proxy(source.onState)))
    scroller.current?.show(record - 1, 'center')
  }
  const { found, current, step } = useRowSearch(
    source,
    shownQuery,
    () => (scroller.current?.first() ?? 0) + (scroller.current?.first() ? 1 : 0),
    (record) => void show(record),
  )
  useImperativeHandle(props.ref, () => ({
    goToLine: (line) => void show(line - 1).then(() => scroller.current?.focus()),
    toEnd: () => void show(Number.MAX_SAFE_INTEGER).then(() => scroller.current?.show(source.count, 'end')),
    focusFind: () => bar.current?.focus(),
    focus: () => scroller.current?.focus(),
  }))
  const measured = useMemo(
    () => sample.split('\n', MEASURED).map((line) => cellsOf(line, delimiter)),
    [sample, delimiter],
  )
  const head = source.row(0)
  const titles = useMemo(() => (head ? cellsOf(head.text, delimiter) : []), [head, delimiter])
  const widths = useMemo(() => widthsOf([titles, ...measured]), [titles, measured])
  const onScrollLeft = useCallback((left: number, width: number) => {
    setView((before) => (before.left === left && before.width === width ? before : { left, width }))
  }, [])
  // The first record stays in view as the head.
  const onRows = useCallback(
    (from: number, to: number) => {
      source.want(0, 1)
      source.want(from + 1, to + 1)
    },
    [source.want],
  )
  if (source.error !== undefined)
    return <PreviewMessage title={t('failedTitle')} text={source.error} onRetry={props.onRetry} />
  const numbersWidth = String(source.count).length * 8 + 28
  const { from: firstColumn, to: lastColumn, before, after } = columnsInView(widths, view.left, view.width)
  const columns = Array.from({ length: lastColumn - firstColumn }, (_, at) => firstColumn + at)
  const record = (index: number, cells: readonly string[], isHead: boolean) => (
    <tr
      key={index}
      aria-rowindex={index + 1}
      className={`flex border-b border-line ${isHead ? 'bg-field' : 'hover:bg-hover'} ${current?.row === index ? 'bg-sel' : ''}`}
      style={{ height: ROW_HEIGHT, paddingRight: after }}
    >
      <th
        scope="row"
        className="tabular sticky left-0 z-1 block shrink-0 bg-field pr-3 text-right leading-8 font-normal text-mut select-none"
        style={{ width: numbersWidth }}
      >
        {index + 1}
      </th>
      {columns.map((at) => (
        <Cell
          key={at}
          isHead={isHead}
          text={cells[at] ?? (isHead ? t('column', { number: at + 1 }) : '')}
          column={at + 2}
          style={{ width: widths[at], ...(at === firstColumn && { marginLeft: before }) }}
          search={shownQuery}
        />
      ))}
    </tr>
  )
  const drawn = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => {
      const index = from + n + 1
      const row = source.row(index)
      return record(index, row ? cellsOf(row.text, delimiter) : ['…'], false)
    })
  const label = t('tableOf', { name })
  return (
    <div className="flex h-full flex-col bg-bg text-secondary">
      {finding && (
        <FindBar
          ref={bar}
          {...search}
          found={found}
          onQuery={(query, caseSensitive) => setSearch({ query, caseSensitive })}
          onStep={step}
          onClose={() => {
            onFindClose()
            scroller.current?.focus()
          }}
        />
      )}
      {/* Room for the arrows to other files, which would lie over rows. */}
      <div
        data-preview-rows
        className="min-h-0 flex-1 group-data-walks/content:px-[72px] max-md:group-data-walks/content:px-0 max-md:group-data-walks/content:pb-16"
      >
        <RowScroller
          ref={scroller}
          label={label}
          table={{ rows: source.count, columns: widths.length + 1 }}
          count={Math.max(0, source.count - 1)}
          rowHeight={ROW_HEIGHT}
          header={<thead className="relative z-2 block">{record(0, titles, true)}</thead>}
          headerHeight={ROW_HEIGHT}
          onScrollLeft={onScrollLeft}
          renderRows={drawn}
          onRows={onRows}
        />
      </div>
    </div>
  )
}

interface CellProps {
  isHead: boolean
  text: string
  column: number
  style: CSSProperties
  search: { query: string; caseSensitive: boolean }
}

function Cell({ isHead, text, column, style, search }: CellProps): ReactElement {
  const Tag = isHead ? 'th' : 'td'
  return (
    <Tag
      {...(isHead && { scope: 'col' })}
      aria-colindex={column}
      title={text}
      style={style}
      className={`block shrink-0 truncate border-l border-line px-3 text-left leading-8 select-text ${isHead ? 'font-semibold' : ''}`}
    >
      <MarkedText text={text} {...search} current={undefined} />
    </Tag>
  )
}
