import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useRef } from 'react'
import { Tooltip } from './tooltip.tsx'

export interface SegmentedProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon: LucideIcon }[]
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A choice of views as icons side by side; one tab stop, arrow keys choose. */
export function SegmentedControl<T extends string>(props: SegmentedProps<T>): ReactElement {
  const { label, value, onChange, options } = props
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = options.findIndex((option) => option.value === value)
    const next = (index + step + options.length) % options.length
    const chosen = options[next]
    if (chosen) onChange(chosen.value)
    group.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex gap-0.5 rounded-m bg-field p-[3px]"
    >
      {options.map(({ value: one, label: name, icon: Icon }) => (
        <Tooltip key={one} label={name}>
          {/* biome-ignore lint/a11y/useSemanticElements: a native radio cannot hold an icon */}
          <button
            type="button"
            role="radio"
            aria-checked={one === value}
            aria-label={name}
            tabIndex={one === value ? 0 : -1}
            onClick={() => onChange(one)}
            className={clsx(
              'finger flex h-7 w-8 items-center justify-center rounded-s transition-colors max-md:h-[38px] max-md:w-11',
              one === value ? 'bg-bg text-fg shadow-1 dark:bg-press' : 'text-mut hover:text-fg',
            )}
          >
            <Icon size={17} aria-hidden />
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
