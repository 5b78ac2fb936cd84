import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactElement, useState } from 'react'
import { Loading } from '../../../ui/skeleton.tsx'
import { isFollowed, type PdfViewerParts } from './pdf-viewer.ts'
import { t } from './strings.ts'
import { followLink } from './use-viewer.ts'

type Entries = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>
type Entry = Entries[number]

interface OutlineProps {
  pdf: PDFDocumentProxy
  parts: PdfViewerParts | undefined
}

/** The document's outline; an entry goes to its place. */
export function Outline({ pdf, parts }: OutlineProps): ReactElement {
  const outline = useQuery({
    queryKey: ['pdf-outline', pdf.fingerprints[0]],
    queryFn: async () => (await pdf.getOutline()) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (outline.isPending) return <Loading label={t('loading')} />
  const entries: Entries = outline.data ?? []
  if (entries.length === 0)
    return <p className="px-4 py-6 text-center text-secondary text-mut">{t('noOutline')}</p>
  const go = ({ dest, url }: Entry) => {
    if (dest !== null) void parts?.links.goToDestination(dest)
    else if (url && isFollowed(url)) void followLink(url)
  }
  return (
    <nav aria-label={t('outline')} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-4">
      <Level entries={entries} onGo={go} />
    </nav>
  )
}

const Level = ({ entries, onGo }: { entries: Entries; onGo: (entry: Entry) => void }) => (
  <ul className="flex flex-col">
    {entries.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries never change and have no ids
      <OutlineEntry key={index} entry={entry} onGo={onGo} />
    ))}
  </ul>
)

function OutlineEntry({ entry, onGo }: { entry: Entry; onGo: (entry: Entry) => void }): ReactElement {
  const { title, items } = entry
  const [open, setOpen] = useState(false)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li>
      <div className="flex items-start">
        {items.length > 0 ? (
          <button
            type="button"
            aria-label={t(open ? 'collapse' : 'expand')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex size-7 shrink-0 items-center justify-center rounded-s text-mut hover:bg-hover"
          >
            <Chevron size={14} aria-hidden />
          </button>
        ) : (
          <span className="w-7 shrink-0" />
        )}
        <button
          type="button"
          onClick={() => onGo(entry)}
          className="min-h-7 min-w-0 flex-1 rounded-s px-1 py-1 text-left text-secondary break-words hover:bg-hover"
        >
          {title}
        </button>
      </div>
      {open && (
        <div className="pl-3">
          <Level entries={items} onGo={onGo} />
        </div>
      )}
    </li>
  )
}
