import { X } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { printPages } from './print.ts'
import { t } from './strings.ts'

interface PrintPanelProps {
  pdf: PDFDocumentProxy
  onClose: () => void
}

/** Pages that are offered at first: each becomes a picture in memory. */
const OFFERED = 200

/** Asks which pages to print and prepares them; closing it stops that. */
export function PrintPanel({ pdf, onClose }: PrintPanelProps): ReactElement {
  const count = pdf.numPages
  const [from, setFrom] = useState(1)
  const [to, setTo] = useState(Math.min(count, OFFERED))
  const [done, setDone] = useState<number>()
  const [failed, setFailed] = useState(false)
  const aborter = useRef(new AbortController())
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    first.current?.select()
    const { current } = aborter
    return () => current.abort()
  }, [])
  const print = async () => {
    setFailed(false)
    setDone(0)
    try {
      await printPages(pdf, { from, to, onProgress: setDone, signal: aborter.current.signal })
      onClose()
    } catch {
      setFailed(true)
      setDone(undefined)
    }
  }
  const all = to - from + 1
  const page = (value: string, low: number, high: number) =>
    Math.min(high, Math.max(low, Number.parseInt(value, 10) || low))
  const field = 'tabular h-8 w-16 rounded-s border border-ctl bg-field text-center max-md:text-[16px]'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes it from each of its controls
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-l border border-line-2 bg-pop p-2 pl-3 text-secondary shadow-3"
    >
      {done === undefined ? (
        <form
          className="flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void print()
          }}
        >
          <input
            ref={first}
            type="number"
            min={1}
            max={count}
            aria-label={t('from')}
            value={from}
            onChange={(event) => setFrom(page(event.target.value, 1, count))}
            onBlur={() => setTo(Math.max(from, to))}
            className={field}
          />
          <span aria-hidden>–</span>
          <input
            type="number"
            min={from}
            max={count}
            aria-label={t('to')}
            value={to}
            onChange={(event) => setTo(page(event.target.value, 1, count))}
            onBlur={() => setTo(Math.max(from, to))}
            className={field}
          />
          <span className="text-mut">{t('printAll', { count })}</span>
          <Button type="submit" variant="primary">
            {t('print')}
          </Button>
          {failed && (
            <p role="alert" className="w-full text-danger">
              {t('printFailed')}
            </p>
          )}
        </form>
      ) : (
        <div role="status" className="flex w-60 flex-col gap-1.5">
          {t('printing', { done, all })}
          <ProgressBar label={t('print')} value={done / all} />
        </div>
      )}
      <IconButton size="small" icon={X} label={t('cancel')} keys="Esc" tooltipSide="top" onClick={onClose} />
    </div>
  )
}
