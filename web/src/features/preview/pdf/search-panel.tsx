import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { PdfViewerParts } from './pdf-viewer.ts'
import { FindState } from './pdfjs.ts'
import { t } from './strings.ts'

interface Found {
  readonly current: number
  readonly total: number
  readonly state: 'pending' | 'none' | 'found'
}

interface Query {
  readonly text: string
  readonly caseSensitive: boolean
  readonly entireWord: boolean
}

const NOTHING: Query = { text: '', caseSensitive: false, entireWord: false }

/** Finds text in all pages, highlights it and walks through it; Enter goes on, Shift+Enter back, Esc closes. */
export function SearchPanel(props: { parts: PdfViewerParts; onClose: () => void }): ReactElement {
  const { parts, onClose } = props
  const { events } = parts
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState(NOTHING)
  const found = useFound(parts)
  useEffect(() => {
    field.current?.focus()
    return () => events.dispatch('findbarclose', { source: events })
  }, [events])
  const find = (next: Query, type: '' | 'again' = '', findPrevious = false) => {
    setQuery(next)
    const { text, caseSensitive, entireWord } = next
    events.dispatch('find', {
      source: events,
      type,
      query: text,
      caseSensitive,
      entireWord,
      highlightAll: true,
      matchDiacritics: false,
      findPrevious,
    })
  }
  return (
    <search className="pointer-events-auto flex w-[min(460px,100%)] items-center gap-0.5 rounded-l border border-line-2 bg-pop p-1.5 shadow-3">
      <input
        ref={field}
        value={query.text}
        aria-label={t('search')}
        placeholder={t('search')}
        onChange={(event) => find({ ...query, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(query, 'again', event.shiftKey)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="h-8 min-w-0 flex-1 rounded-s bg-transparent px-2 text-secondary outline-none placeholder:text-mut max-md:text-[16px]"
      />
      <p role="status" className="tabular shrink-0 px-1.5 text-caption text-mut">
        {query.text !== '' && countText(found)}
      </p>
      <IconButton
        size="small"
        icon={CaseSensitive}
        label={t('matchCase')}
        tooltipSide="top"
        pressed={query.caseSensitive}
        onClick={() => find({ ...query, caseSensitive: !query.caseSensitive })}
      />
      <IconButton
        size="small"
        icon={WholeWord}
        label={t('wholeWords')}
        tooltipSide="top"
        pressed={query.entireWord}
        onClick={() => find({ ...query, entireWord: !query.entireWord })}
      />
      <IconButton
        size="small"
        icon={ChevronUp}
        label={t('previousMatch')}
        keys="Shift+Enter"
        tooltipSide="top"
        onClick={() => find(query, 'again', true)}
      />
      <IconButton
        size="small"
        icon={ChevronDown}
        label={t('nextMatch')}
        keys="Enter"
        tooltipSide="top"
        onClick={() => find(query, 'again')}
      />
      <IconButton
        size="small"
        icon={X}
        label={t('closeSearch')}
        keys="Esc"
        tooltipSide="top"
        onClick={onClose}
      />
    </search>
  )
}

function countText({ current, total, state }: Found): string {
  if (total > 0) return t('matches', { current, total })
  return t(state === 'none' ? 'noMatches' : 'searching')
}

interface FindEvent {
  readonly state?: number
  readonly matchesCount: { readonly current: number; readonly total: number }
}

function useFound({ events }: PdfViewerParts): Found {
  const [found, setFound] = useState<Found>({ current: 0, total: 0, state: 'pending' })
  useEffect(() => {
    const onCount = ({ matchesCount }: FindEvent) => setFound((now) => ({ ...now, ...matchesCount }))
    const onState = ({ state, matchesCount }: FindEvent) =>
      setFound({
        ...matchesCount,
        state: state === FindState.PENDING ? 'pending' : state === FindState.NOT_FOUND ? 'none' : 'found',
      })
    events.on('updatefindmatchescount', onCount)
    events.on('updatefindcontrolstate', onState)
    return () => {
      events.off('updatefindmatchescount', onCount)
      events.off('updatefindcontrolstate', onState)
    }
  }, [events])
  return found
}
