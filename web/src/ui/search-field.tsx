import { Search, X } from 'lucide-react'
import type { ReactElement, Ref } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import { t } from './strings.ts'

export interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Accessible name and placeholder. */
  label: string
  onEscape?: (() => void) | undefined
  /** Called on Enter and ↓: move to the results. */
  onEnter?: (() => void) | undefined
  className?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A filter field: Esc clears it, then leaves it. */
export function SearchField(props: SearchFieldProps): ReactElement {
  const { value, onChange, label, onEscape, onEnter, className, ref } = props
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
        // Without text and `onEscape`, Esc is left to the container, such as a dialog.
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
