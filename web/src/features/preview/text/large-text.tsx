import { proxy } from 'comlink'
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { PreviewMessage } from '../messages.tsx'
import { FindBar, type FindBarHandle } from './find-bar.tsx'
import { MarkedText } from './marked-text.tsx'
import { RowScroller, type RowScrollerHandle } from './row-scroller.tsx'
import type { Row } from './source.ts'
import { t } from './strings.ts'
import type { TextActions } from './text-actions.ts'
import { useRowSearch } from './use-row-search.ts'
import type { TextSourceHandle } from './use-text-source.ts'

const ROW_HEIGHT = 20

interface LargeTextProps {
  name: string
  size: number
  source: TextSourceHandle
  wrap: boolean
  finding: boolean
  onFindClose: () => void
  onRetry: () => void
  ref?: Ref<TextActions>
}

/** A text of any size, of which the rows in view are read. */
export function LargeText(props: LargeTextProps): ReactElement {
  const { name, size, source, wrap, finding, onFindClose } = props
  const scroller = useRef<RowScrollerHandle>(null)
  const bar = useRef<FindBarHandle>(null)
  const [search, setSearch] = useState({ query: '', caseSensitive: false })
  const [tail, setTail] = useState<readonly Row[]>()
  const { state, count } = source
  const shownQuery = finding ? search : { ...search, query: '' }
  const leaveTail = () => setTail(undefined)
  const { found, current, step } = useRowSearch(
    source,
    shownQuery,
    () => (tail ? 0 : (scroller.current?.first() ?? 0)),
    (row) => {
      leaveTail()
      void source.remote.reach(row, proxy(source.onState)).then(() => scroller.current?.show(row, 'center'))
    },
  )
  useEffect(() => {
    if (tail) scroller.current?.show(tail.length - 1, 'end')
  }, [tail])
  const [jump, setJump] = useState<{ row: number; align: 'start' | 'end' }>()
  useEffect(() => {
    if (!jump) return
    scroller.current?.show(jump.row, jump.align)
    setJump(undefined)
  }, [jump])
  const toEnd = async () => {
    if (!state.complete) setTail(await source.remote.tail())
    const whole = await source.remote.reach(Number.MAX_SAFE_INTEGER, proxy(source.onState))
    source.onState(whole)
    leaveTail()
    setJump({ row: whole.rows - 1, align: 'end' })
  }
  useImperativeHandle(props.ref, () => ({
    goToLine: async (line) => {
      leaveTail()
      const row = await source.remote.rowOfLine(line, proxy(source.onState))
      source.onState(await source.remote.state())
      setJump({ row, align: 'start' })
      scroller.current?.focus()
    },
    toEnd: () => void toEnd(),
    focusFind: () => bar.current?.focus(),
    focus: () => scroller.current?.focus(),
  }))
  if (source.error !== undefined)
    return <PreviewMessage title={t('failedTitle')} text={source.error} onRetry={props.onRetry} />
  const percent = Math.floor((state.scanned / Math.max(1, size)) * 100)
  const total = tail ? tail.length : count
  const digits = String(Math.max(state.lines, 9999)).length
  const drawn = (from: number, to: number) => {
    return Array.from({ length: to - from }, (_, n) => {
      const index = from + n
      const row = tail ? tail[index] : source.row(index)
      return (
        <div key={index} className="flex min-h-5" data-row={index}>
          <span
            aria-hidden
            className="tabular shrink-0 pr-4 pl-4 text-right text-mut select-none"
            style={{ width: `calc(${digits}ch + 32px)` }}
          >
            {row?.line ?? ''}
          </span>
          <span
            className={`pr-6 select-text ${wrap ? 'min-w-0 break-all whitespace-pre-wrap' : 'whitespace-pre'}`}
          >
            {row ? (
              <MarkedText
                text={row.text}
                {...shownQuery}
                current={current?.row === index && !tail ? current.column : undefined}
              />
            ) : (
              '…'
            )}
          </span>
        </div>
      )
    })
  }
  return (
    <div className="flex h-full flex-col bg-bg font-mono text-secondary">
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
      {tail && (
        <p
          role="status"
          className="border-b border-line bg-info-soft px-4 py-1.5 font-sans text-caption text-info"
        >
          {t('endShown', { percent })}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <RowScroller
          key={tail ? 'tail' : 'all'}
          ref={scroller}
          label={name}
          count={total}
          rowHeight={ROW_HEIGHT}
          wrap={wrap}
          renderRows={drawn}
          onRows={tail ? undefined : source.want}
        />
      </div>
    </div>
  )
}
