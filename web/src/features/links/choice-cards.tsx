import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { type ReactElement, useId } from 'react'

export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
  readonly text?: string | undefined
}

interface ChoiceCardsProps<T extends string> {
  label: string
  /** Undefined where none of them is chosen. */
  value: T | undefined
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
  /** As wide as their words, side by side; otherwise three columns. */
  narrow?: boolean
}

/** A choice of a few, all in view; arrow keys choose. */
export function ChoiceCards<T extends string>(props: ChoiceCardsProps<T>): ReactElement {
  const { label, value, onChange, choices, narrow } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-secondary text-fg-2">
        {label}
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={value ?? null}
        onValueChange={(next) => onChange(next as T)}
        className={narrow ? 'flex flex-wrap gap-2' : 'grid grid-cols-3 gap-2 max-md:grid-cols-1'}
      >
        {choices.map((choice) => (
          <Radio.Root
            key={choice.value}
            value={choice.value}
            className={clsx(
              'flex cursor-pointer flex-col justify-center rounded-m border border-line-2 bg-bg transition-colors select-none hover:bg-hover data-checked:border-accent data-checked:bg-accent-soft dark:bg-field',
              narrow ? 'h-[34px] px-2.5 text-secondary max-md:h-11' : 'min-h-13 px-3 py-2 text-body',
            )}
          >
            <span className="font-medium">{choice.label}</span>
            {choice.text && <span className="text-caption text-fg-2">{choice.text}</span>}
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  )
}
