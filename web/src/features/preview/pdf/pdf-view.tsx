import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactElement, useRef, useState } from 'react'
import { createStore } from '../../../lib/store.ts'
import { Loading } from '../../../ui/skeleton.tsx'
import { LoadFailed, type OnDownload } from '../messages.tsx'
import './pdf.css'
import { PasswordForm } from './password-form.tsx'
import { PrintPanel } from './print-panel.tsx'
import { SearchPanel } from './search-panel.tsx'
import { SideBar } from './side-bar.tsx'
import { t } from './strings.ts'
import { type PdfPanel, PdfToolbar } from './toolbar.tsx'
import { usePdf } from './use-pdf.ts'
import { useViewer } from './use-viewer.ts'

interface PdfViewProps {
  url: string
  /** Fetches a new address: the current one may have expired, and each page may need bytes of its own. */
  onStale: () => Promise<unknown>
  name: string
  onDownload: OnDownload
}

/** A PDF: its pages are fetched and drawn as they come into view. */
export function PdfView({ url, onStale, name, onDownload }: PdfViewProps): ReactElement {
  const { pdf, question, error, retry } = usePdf(url, onStale)
  if (error !== undefined) return <LoadFailed url={url} onRetry={retry} onDownload={onDownload} />
  if (question) return <PasswordForm wrong={question.wrong} onAnswer={question.answer} />
  if (!pdf) return <Loading label={t('loading')} />
  return <Pages pdf={pdf} name={name} mayPrint={onDownload !== undefined} />
}

/** Whether the side bar is shown, until the page is closed; undefined: where there is space. */
const sideBarShown = createStore<boolean | undefined>(undefined)
const WIDE = 1100

function Pages(props: { pdf: PDFDocumentProxy; name: string; mayPrint: boolean }): ReactElement {
  const { pdf, name, mayPrint } = props
  const container = useRef<HTMLDivElement>(null)
  const [parts, position] = useViewer(container, pdf)
  const [panel, setPanel] = useState<PdfPanel>()
  const chosen = sideBarShown.use()
  const sideBar = chosen ?? (window.innerWidth >= WIDE && pdf.numPages > 1)
  const closePanel = () => {
    setPanel(undefined)
    container.current?.focus({ preventScroll: true })
  }
  return (
    <div className="flex h-full">
      {sideBar && (
        <SideBar pdf={pdf} parts={parts} page={position.page} onClose={() => sideBarShown.set(false)} />
      )}
      <div className="relative min-w-0 flex-1">
        <div
          ref={container}
          role="document"
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
          tabIndex={0}
          className="absolute inset-0 touch-pan-x touch-pan-y overflow-auto focus-visible:-outline-offset-2"
        >
          <div className="pdfViewer" />
        </div>
        {!parts && <Loading label={t('loading')} />}
        {parts && (
          <div className="pointer-events-none absolute inset-x-0 bottom-6 flex flex-col items-center gap-2 px-2 max-sm:bottom-3">
            {panel === 'search' && <SearchPanel parts={parts} onClose={closePanel} />}
            {panel === 'print' && <PrintPanel pdf={pdf} onClose={closePanel} />}
            <PdfToolbar
              parts={parts}
              position={position}
              count={pdf.numPages}
              panel={panel}
              onPanel={(next) => (next ? setPanel(next) : closePanel())}
              mayPrint={mayPrint}
              sideBar={sideBar}
              onSideBar={() => sideBarShown.set(!sideBar)}
            />
          </div>
        )}
      </div>
    </div>
  )
}
