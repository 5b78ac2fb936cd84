import { LayoutGrid, ListTree, X } from 'lucide-react'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { type ReactElement, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SegmentedControl } from '../../../ui/segmented.tsx'
import { Outline } from './outline.tsx'
import type { PdfViewerParts } from './pdf-viewer.ts'
import { t } from './strings.ts'
import { Thumbnails } from './thumbnails.tsx'

interface SideBarProps {
  pdf: PDFDocumentProxy
  /** Undefined until the viewer is ready. */
  parts: PdfViewerParts | undefined
  page: number
  onClose: () => void
}

/** Thumbnails or the outline, beside the pages; over them on phones. */
export function SideBar({ pdf, parts, page, onClose }: SideBarProps): ReactElement {
  const [view, setView] = useState<'thumbnails' | 'outline'>('thumbnails')
  const go = (number: number) => parts?.links.goToPage(number)
  // The viewer frees what it does not show itself.
  const drawn = (pageNumber: number, pdfPage: PDFPageProxy) =>
    parts?.events.dispatch('thumbnailrendered', { source: parts.events, pageNumber, pdfPage })
  return (
    <aside
      aria-label={t('sideBar')}
      data-preview-side-bar
      className="flex w-[188px] shrink-0 flex-col border-r border-line bg-bg max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:z-10"
    >
      <div className="flex h-12 shrink-0 items-center justify-center">
        <SegmentedControl
          label={t('sideBar')}
          value={view}
          onChange={setView}
          options={[
            { value: 'thumbnails', label: t('thumbnails'), icon: LayoutGrid },
            { value: 'outline', label: t('outline'), icon: ListTree },
          ]}
        />
        <span className="absolute right-2 md:hidden">
          <IconButton size="small" icon={X} label={t('closeSideBar')} onClick={onClose} />
        </span>
      </div>
      {view === 'thumbnails' ? (
        <Thumbnails pdf={pdf} page={page} onPage={go} onDrawn={drawn} />
      ) : (
        <Outline pdf={pdf} parts={parts} />
      )}
    </aside>
  )
}
