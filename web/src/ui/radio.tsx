import { Radio as Base } from '@base-ui/react/radio'
import { RadioGroup as BaseGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface RadioOption<T extends string> {
  value: T
  label: ReactNode
  hint?: ReactNode | undefined
  disabled?: boolean | undefined
}

export interface RadioGroupProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly RadioOption<T>[]
  className?: string | undefined
}

/** Radio buttons; arrow keys choose. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>): ReactElement {
  const { label, value, onChange, options, className } = props
  return (
    <BaseGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={clsx('flex flex-col gap-2', className)}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's radio inside it
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-2.5 text-body pointer-coarse:py-1"
        >
          <Base.Root
            value={option.value}
            disabled={option.disabled}
            className="mt-px flex size-[18px] shrink-0 items-center justify-center rounded-full border border-ctl bg-bg transition-colors data-checked:border-accent data-disabled:opacity-[.42]"
          >
            <Base.Indicator className="size-2.5 rounded-full bg-accent" />
          </Base.Root>
          <span className="min-w-0">
            <span className={clsx(option.disabled && 'opacity-[.42]')}>{option.label}</span>
            {/* Why it cannot be chosen is to be read. */}
            {option.hint && <span className="block text-caption text-mut">{option.hint}</span>}
          </span>
        </label>
      ))}
    </BaseGroup>
  )
}
