import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type InputHTMLAttributes, type ReactElement, type ReactNode, type Ref, useId } from 'react'
import { useFieldControl } from './field.tsx'

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  icon?: LucideIcon | undefined
  /** A button inside, at the right end. */
  trailing?: ReactNode | undefined
  /** The unit, shown at the right end; describes the field. */
  unit?: string | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  ref?: Ref<HTMLInputElement>
}

// On phones 44 px high, with 16 px text: iOS zooms into fields with smaller text.
const HEIGHTS = {
  small: 'h-7 text-secondary',
  medium: 'h-9 text-body max-md:h-11 max-md:text-[16px]',
  large: 'h-11 text-body max-md:text-[16px]',
}

/** The frame that text fields share: 36 px, red when invalid, the ring inside or, when invalid, around the red. */
export const fieldClass = (size: keyof typeof HEIGHTS): string =>
  clsx(
    'flex w-full min-w-0 items-center gap-2.5 rounded-m border border-ctl bg-bg text-fg transition-colors dark:bg-field',
    'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-focus',
    'has-aria-invalid:border-danger has-aria-invalid:has-[input:focus-visible]:outline-offset-0',
    'has-[input:disabled]:opacity-[.42]',
    HEIGHTS[size],
  )

export function Input(props: InputProps): ReactElement {
  const { icon: Icon, trailing, unit, size = 'medium', className, ...rest } = props
  const unitId = useId()
  const control = useFieldControl()
  const about = [unit && unitId, control['aria-describedby']].filter(Boolean).join(' ')
  const isEnded = Boolean(trailing || unit)
  return (
    <span className={clsx(fieldClass(size), Icon ? 'pl-3' : 'pl-0', isEnded ? 'pr-1' : 'pr-0', className)}>
      {Icon && <Icon size={17} className="text-mut" aria-hidden />}
      <input
        {...control}
        aria-describedby={about || undefined}
        {...rest}
        className={clsx(
          'h-full min-w-0 flex-1 bg-transparent pr-3 text-ellipsis outline-none',
          Icon ? 'pl-0' : 'pl-3',
        )}
      />
      {unit && (
        <span id={unitId} className="shrink-0 pr-2 text-secondary text-mut">
          {unit}
        </span>
      )}
      {trailing}
    </span>
  )
}
