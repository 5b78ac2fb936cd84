import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useFieldControl } from './field.tsx'
import { useOverlayTheme } from './overlay-theme.ts'
import { t } from './strings.ts'

export interface SelectOption<T extends string> {
  value: T
  label: ReactNode
  /** Shown at the right: a note, or why it is disabled. */
  hint?: string | undefined
  disabled?: boolean | undefined
}

export interface SelectProps<T extends string> {
  value: T
  onChange: (value: T) => void
  options: readonly SelectOption<T>[]
  /** Shown while the value matches no option. */
  placeholder?: string | undefined
  /** Label shown before the value. */
  prefix?: string | undefined
  /** Accessible name outside a Field. */
  ariaLabel?: string | undefined
  name?: string | undefined
  icon?: LucideIcon | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

const HEIGHTS = { small: 'h-7 text-secondary', medium: 'h-9 text-body max-md:h-11', large: 'h-11 text-body' }

export function Select<T extends string>(props: SelectProps<T>): ReactElement {
  const {
    value,
    onChange,
    options,
    placeholder,
    prefix,
    ariaLabel,
    name,
    icon: Icon,
    size = 'medium',
    disabled,
    className,
  } = props
  const theme = useOverlayTheme()
  return (
    <Base.Root
      items={options as SelectOption<T>[]}
      value={options.some((option) => option.value === value) ? value : null}
      onValueChange={(next) => next !== null && onChange(next as T)}
      disabled={disabled}
      name={name}
    >
      <Base.Trigger
        {...useFieldControl()}
        aria-label={ariaLabel}
        className={clsx(
          'flex w-full min-w-0 items-center gap-2.5 rounded-m border border-ctl bg-bg pr-2.5 pl-3 text-left text-fg transition-colors dark:bg-field',
          'hover:bg-hover focus-visible:-outline-offset-1 data-disabled:opacity-[.42] aria-invalid:border-danger',
          HEIGHTS[size],
          className,
        )}
      >
        {Icon && <Icon size={17} className="text-mut" aria-hidden />}
        {prefix && <span className="-mr-2 shrink-0 whitespace-pre text-fg-2">{prefix}</span>}
        <Base.Value
          placeholder={placeholder}
          className={clsx('min-w-0 flex-1 truncate', placeholder && 'data-placeholder:text-mut')}
        />
        <ChevronDown size={16} className="text-mut" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          alignItemWithTrigger={false}
          className="z-[1500]"
          {...theme}
          // A landmark, as all content must be inside one.
          role="region"
          aria-label={t('choices')}
        >
          <Base.Popup className="pop-in max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto rounded-l border border-line bg-pop p-1.5 text-fg shadow-2 outline-none">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex h-9 cursor-default items-center gap-3 pointer-coarse:h-11 rounded-m px-2.5 text-body outline-none select-none data-highlighted:bg-hover"
              >
                <Base.ItemText
                  className={clsx('min-w-0 flex-1 truncate', option.disabled && 'opacity-[.42]')}
                >
                  {option.label}
                </Base.ItemText>
                {option.hint && <span className="pl-3 text-caption text-mut">{option.hint}</span>}
                <Base.ItemIndicator>
                  <Check size={16} className="text-accent-text" aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
