import { Combobox as Base } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check, ChevronDown, X } from 'lucide-react'
import { type ReactElement, type Ref, useMemo, useRef } from 'react'
import { useFieldControl } from './field.tsx'
import { t } from './form-strings.ts'

export interface MultiSelectOption<T extends string> {
  value: T
  label: string
  hint?: string | undefined
  /** Why it cannot be chosen or taken out. */
  disabled?: string | undefined
}

export interface MultiSelectProps<T extends string> {
  value: readonly T[]
  onChange: (value: readonly T[]) => void
  options: readonly MultiSelectOption<T>[]
  placeholder?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement>
}

/** Multiple choice with chips in the field; typing filters the list, Backspace removes the last chip. */
export function MultiSelect<T extends string>(props: MultiSelectProps<T>): ReactElement {
  const { value, onChange, options, placeholder, onBlur, ref } = props
  const control = useFieldControl()
  const frame = useRef<HTMLDivElement>(null)
  const chosen = useMemo(
    () => value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one }),
    [value, options],
  )
  return (
    <Base.Root
      multiple
      items={options as MultiSelectOption<T>[]}
      value={chosen as MultiSelectOption<T>[]}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onValueChange={(next) => onChange(next.map((one) => one.value))}
    >
      <Base.Chips
        ref={frame}
        className={clsx(
          'relative flex min-h-9 w-full flex-wrap items-center gap-1 rounded-m border border-ctl bg-bg py-1 pr-9 pl-1.5 text-fg dark:bg-field',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-focus',
          'has-aria-invalid:border-danger max-md:min-h-11',
        )}
      >
        {chosen.map((one) => {
          const fixed = 'disabled' in one && one.disabled !== undefined
          return (
            <Base.Chip
              key={one.value}
              aria-label={one.label}
              className="flex h-6 items-center gap-1 rounded-s bg-press pr-1 pl-2 text-caption data-highlighted:outline-2 data-highlighted:outline-focus"
            >
              {one.label}
              {fixed ? (
                <span className="w-1" />
              ) : (
                <Base.ChipRemove
                  aria-label={t('takeOut', { name: one.label })}
                  className="finger flex size-4 items-center justify-center rounded-s text-mut hover:text-fg"
                >
                  <X size={13} aria-hidden />
                </Base.ChipRemove>
              )}
            </Base.Chip>
          )
        })}
        <Base.Input
          {...control}
          {...(ref ? { ref } : {})}
          onBlur={onBlur}
          placeholder={value.length === 0 ? placeholder : undefined}
          className="h-6 min-w-12 flex-1 bg-transparent pl-1.5 text-body outline-none max-md:text-[16px]"
        />
        <Base.Trigger
          aria-label={t('choices')}
          tabIndex={-1}
          className="absolute top-1 right-1 flex size-7 items-center justify-center rounded-m text-mut hover:bg-hover max-md:top-2"
        >
          <ChevronDown size={16} aria-hidden />
        </Base.Trigger>
      </Base.Chips>
      <Base.Portal>
        <Base.Positioner
          anchor={frame}
          sideOffset={4}
          className="z-[1500]"
          // A landmark, as all content must be inside one.
          role="region"
          aria-label={t('choices')}
        >
          <Base.Popup className="pop-in max-h-[min(320px,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-l border border-line bg-pop p-1.5 shadow-2 outline-none">
            <Base.Empty className="empty:hidden px-2.5 py-2 text-secondary text-mut">
              {t('nothing')}
            </Base.Empty>
            <Base.List className="outline-none">
              {(option: MultiSelectOption<T>) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  disabled={option.disabled !== undefined}
                  className="flex min-h-9 cursor-default items-center gap-3 rounded-m px-2.5 py-1 text-body outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                >
                  <span className={clsx('min-w-0 flex-1', option.disabled !== undefined && 'opacity-[.42]')}>
                    {option.label}
                    {option.hint && <span className="block text-caption text-mut">{option.hint}</span>}
                  </span>
                  {option.disabled && <span className="text-caption text-mut">{option.disabled}</span>}
                  <Base.ItemIndicator>
                    <Check size={16} className="text-accent-text" aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
