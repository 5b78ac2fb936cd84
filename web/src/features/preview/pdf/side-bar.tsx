import { LayoutGrid, ListTree } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactElement, useState } from 'react'
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
}

/** Thumbnails or the outline, beside the pages; over them on phones. */
export function SideBar({ pdf, parts, page }: SideBarProps): ReactElement {
  const [view, setView] = useState<'thumbnails' | 'outline'>('thumbnails')
  const go = (number: number) => parts?.links.goToPage(number)
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
      </div>
      {view === 'thumbnails' ? (
        <Thumbnails pdf={pdf} page={page} onPage={go} />
      ) : (
        <Outline pdf={pdf} parts={parts} />
      )}
    </aside>
  )
}
