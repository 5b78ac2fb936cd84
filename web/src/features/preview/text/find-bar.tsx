import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, type Ref, useImperativeHandle, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { t } from './strings.ts'

/** What a search has found; undefined while nothing is looked for. */
export interface Found {
  readonly count: number
  /** From 0. */
  readonly index: number
  readonly isCapped: boolean
  readonly done: boolean
}

export interface FindBarHandle {
  readonly focus: () => void
}

interface FindBarProps {
  query: string
  caseSensitive: boolean
  found: Found | undefined
  onQuery: (query: string, caseSensitive: boolean) => void
  onStep: (step: 1 | -1) => void
  onClose: () => void
  ref?: Ref<FindBarHandle>
}

const number = new Intl.NumberFormat()

export function FindBar(props: FindBarProps): ReactElement {
  const { query, caseSensitive, found, onQuery, onStep, onClose } = props
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(props.ref, () => ({
    focus: () => {
      input.current?.focus()
      input.current?.select()
    },
  }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onStep(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    // Esc would close the preview.
    event.stopPropagation()
  }
  return (
    <search className="flex items-center gap-1 border-b border-line bg-bg px-3 py-1.5" onKeyDown={onKeyDown}>
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: opened to be typed in
        autoFocus
        type="text"
        value={query}
        onChange={(event) => onQuery(event.target.value, caseSensitive)}
        aria-label={t('find')}
        placeholder={t('findPlaceholder')}
        spellCheck={false}
        className="h-8 min-w-0 flex-1 rounded-m border border-ctl bg-field px-2.5 text-secondary sm:max-w-80 pointer-coarse:h-11"
      />
      <span role="status" className="tabular min-w-16 px-1 text-caption text-mut">
        {query !== '' && found && foundText(found)}
      </span>
      <IconButton
        icon={CaseSensitive}
        size="small"
        label={t('caseSensitive')}
        pressed={caseSensitive}
        onClick={() => onQuery(query, !caseSensitive)}
      />
      <IconButton
        icon={ChevronUp}
        size="small"
        label={t('previousMatch')}
        keys="Shift+Enter"
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        label={t('nextMatch')}
        keys="Enter"
        onClick={() => onStep(1)}
      />
      <IconButton icon={X} size="small" label={t('closeFind')} keys="Esc" onClick={onClose} />
    </search>
  )
}

function foundText({ count, index, isCapped, done }: Found): string {
  const total = `${number.format(count)}${isCapped ? '+' : ''}`
  if (!done && !isCapped) return t('searching', { total })
  return count === 0 ? t('noMatches') : t('matches', { index: number.format(index + 1), total })
}
