import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactElement, type ReactNode, use, useId, useMemo } from 'react'

export interface FieldProps {
  label: ReactNode
  /** Below the control, while there is no error. */
  hint?: ReactNode | undefined
  /** The error message; marks the control invalid. */
  error?: ReactNode | undefined
  /** Required; shown by a mark. */
  required?: boolean | undefined
  /** At the right end of the label's line. */
  aside?: ReactNode | undefined
  /** The label is for assistive technology only. */
  hideLabel?: boolean | undefined
  className?: string | undefined
  /** One control: Input, PasswordInput, Select. */
  children: ReactNode
}

interface FieldControl {
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
  readonly 'aria-required'?: true
}

const FieldContext = createContext<FieldControl>({})

/** Label, description and validity for the control inside a Field. */
export const useFieldControl = (): FieldControl => use(FieldContext)

/** Label above, hint or error below; the control is named, described and marked invalid by it. */
export function Field(props: FieldProps): ReactElement {
  const { label, hint, error, required, aside, hideLabel, className, children } = props
  const id = useId()
  const invalid = error !== undefined && error !== null && error !== false
  const described = invalid || Boolean(hint)
  const control = useMemo(
    (): FieldControl => ({
      id,
      ...(described && { 'aria-describedby': `${id}-about` }),
      ...(invalid && { 'aria-invalid': true }),
      ...(required && { 'aria-required': true }),
    }),
    [id, described, invalid, required],
  )
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <span className={clsx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-secondary text-fg-2">
          {label}
          {required && (
            <span aria-hidden className="text-danger">
              {' '}
              *
            </span>
          )}
        </label>
        {aside}
      </span>
      <FieldContext value={control}>{children}</FieldContext>
      <p id={`${id}-about`} aria-live="polite" className={described ? 'text-caption' : 'hidden'}>
        {invalid ? (
          <span className="flex items-start gap-1.5 text-danger">
            <CircleAlert size={13} className="mt-px" aria-hidden />
            <span className="min-w-0">{error}</span>
          </span>
        ) : (
          <span className="text-mut">{hint}</span>
        )}
      </p>
    </div>
  )
}
