import { type ReactElement, type Ref, useEffect, useState } from 'react'
import { useDebounced } from '../lib/debounce.ts'
import { SearchField } from './search-field.tsx'

export interface KeywordFieldProps {
  /** The value in the address. */
  value: string
  label: string
  /** Called with the settled value; undefined if empty. */
  onSettled: (value: string | undefined) => void
  /** Called on Esc, Enter and ↓: move to the results. */
  onLeave?: (() => void) | undefined
  className?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * A keyword filter stored in the address. The typed text is local state, since the address changes with a
 * delay.
 */
export function KeywordField(props: KeywordFieldProps): ReactElement {
  const { value, label, onSettled, onLeave, className = 'md:w-[210px]!', ref } = props
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed.trim())
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  if (known !== value) {
    setKnown(value)
    // Changed from elsewhere: by a reset, by another entry of the menu, or by going back. What it sent itself comes
    // back while one writes on.
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  // What had settled may be typed again right after it was reset from elsewhere: it has not settled anew then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed leads anywhere
  useEffect(() => {
    if (settled !== typed.trim() || settled === value) return
    setSent(settled)
    onSettled(settled || undefined)
  }, [settled, typed])
  return (
    <SearchField
      {...(ref ? { ref } : {})}
      label={label}
      value={typed}
      onChange={setTyped}
      onEscape={onLeave}
      onEnter={onLeave}
      className={className}
    />
  )
}
