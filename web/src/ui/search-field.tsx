import { Search, X } from 'lucide-react'
import type { ReactElement, Ref } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import { t } from './strings.ts'

export interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Says what is searched; it is the placeholder too. */
  label: string
  onEscape?: (() => void) | undefined
  /** Enter and ↓: on to what was found. */
  onEnter?: (() => void) | undefined
  className?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A box that narrows a list: Esc empties it, then leaves it. */
export function SearchField({
  value,
  onChange,
  label,
  onEscape,
  onEnter,
  className,
  ref,
}: SearchFieldProps): ReactElement {
  return (
    <Input
      {...(ref ? { ref } : {})}
      type="text"
      role="searchbox"
      icon={Search}
      value={value}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      className={className}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (
          onEnter &&
          (event.key === 'Enter' || event.key === 'ArrowDown') &&
          !event.nativeEvent.isComposing
        ) {
          event.preventDefault()
          onEnter()
        }
        // With nothing to empty and nobody to go to, Esc is meant for what is around it: a dialog closes.
        if (event.key !== 'Escape' || !(value || onEscape)) return
        event.stopPropagation()
        if (value) onChange('')
        else {
          event.currentTarget.blur()
          onEscape?.()
        }
      }}
      trailing={
        value ? (
          <IconButton size="small" icon={X} label={t('clear')} onClick={() => onChange('')} />
        ) : undefined
      }
    />
  )
}
