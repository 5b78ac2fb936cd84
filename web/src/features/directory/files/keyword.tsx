import { type ReactElement, type Ref, useEffect, useState } from 'react'
import { useDebounced } from '../../../lib/debounce.ts'
import { SearchField } from '../../../ui/search-field.tsx'

interface KeywordProps {
  /** As the address has it. */
  value: string
  label: string
  onSettled: (value: string | undefined) => void
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

/** Words that narrow a list, sent on once they are written. */
export function Keyword({ value, label, onSettled, onLeave, ref }: KeywordProps): ReactElement {
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed.trim())
  const [known, setKnown] = useState(value)
  // Emptied from elsewhere: by going to another folder, or back.
  if (known !== value) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed leads anywhere
  useEffect(() => {
    if (settled === typed.trim() && settled !== value) onSettled(settled || undefined)
  }, [settled])
  return (
    <SearchField
      ref={ref}
      label={label}
      value={typed}
      onChange={setTyped}
      onEscape={onLeave}
      onEnter={onLeave}
      className="md:w-[230px]!"
    />
  )
}
