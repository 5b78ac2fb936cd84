import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

/** The 18 px box. */
const box = (on: boolean): string =>
  clsx(
    'flex size-[18px] shrink-0 items-center justify-center rounded-[5px] border transition-colors',
    on ? 'border-accent bg-accent text-accent-fg' : 'border-ctl bg-bg',
  )

export interface CheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Indeterminate: some, not all. */
  indeterminate?: boolean | undefined
  /** The label beside it; without it `ariaLabel` is required. */
  label?: ReactNode | undefined
  ariaLabel?: string | undefined
  /** The id of what is said of it beside the label. */
  describedBy?: string | undefined
  disabled?: boolean | undefined
  tabIndex?: number | undefined
  className?: string | undefined
}

/** A native checkbox with custom drawing, for values that are submitted; a switch acts at once. */
export function Checkbox(props: CheckboxProps): ReactElement {
  const {
    checked,
    onChange,
    indeterminate = false,
    label,
    ariaLabel,
    describedBy,
    disabled,
    tabIndex,
    className,
  } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label
      className={clsx(
        'inline-flex items-center gap-2 text-secondary text-fg-2',
        disabled ? 'opacity-[.42]' : 'cursor-pointer',
        className,
      )}
    >
      <span className="relative flex">
        <input
          ref={input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          tabIndex={tabIndex}
          aria-label={label ? undefined : ariaLabel}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 m-0 size-full cursor-[inherit] appearance-none rounded-[5px] outline-none"
        />
        <CheckboxMark checked={checked} indeterminate={indeterminate} focusable />
      </span>
      {label}
    </label>
  )
}

export interface CheckboxMarkProps {
  checked: boolean
  indeterminate?: boolean | undefined
  /** Shows the focus ring of the control before it. */
  focusable?: boolean | undefined
}

/** The box without a control, for rows whose own role carries the state. */
export function CheckboxMark({ checked, indeterminate, focusable }: CheckboxMarkProps): ReactElement {
  const ring =
    'pointer-events-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus'
  return (
    <span aria-hidden className={clsx(box(checked || indeterminate === true), focusable && ring)}>
      {indeterminate ? (
        <Minus size={13} className="stroke-3" />
      ) : (
        checked && <Check size={13} className="stroke-3" />
      )}
    </span>
  )
}
