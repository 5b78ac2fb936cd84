import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** `quiet` is a grey `bare` button for secondary actions. */
export type ButtonVariant = 'primary' | 'outline' | 'bare' | 'quiet'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant | undefined
  /** Destructive: dark red if filled, otherwise red text. */
  danger?: boolean | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  icon?: LucideIcon | undefined
  /** Shows a spinner beside the label and ignores clicks. */
  busy?: boolean | undefined
  /** Disables the button and gives the reason; the button stays focusable so that the reason can be read. */
  disabledReason?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

const SIZES = {
  small: 'h-7 gap-1.5 px-2.5 text-secondary finger',
  medium: 'h-[34px] gap-2 px-3 text-body max-md:h-11 max-md:px-4',
  large: 'h-11 gap-2 px-5 text-section',
}

function buttonClass(variant: ButtonVariant, danger: boolean): string {
  if (variant === 'primary') {
    return danger
      ? 'font-medium bg-danger-fill text-danger-fg hover:not-aria-disabled:brightness-110 active:not-aria-disabled:brightness-90'
      : 'font-medium bg-accent text-accent-fg hover:not-aria-disabled:bg-accent-hover active:not-aria-disabled:bg-accent-press'
  }
  if (variant === 'quiet')
    return 'font-normal text-mut hover:not-aria-disabled:bg-hover hover:not-aria-disabled:text-fg'
  const text = danger ? 'font-medium text-danger' : 'font-medium text-fg'
  const rest = 'hover:not-aria-disabled:bg-hover active:not-aria-disabled:bg-press'
  const edge = danger ? 'border-danger-line' : 'border-line-2'
  return variant === 'outline'
    ? `border ${edge} bg-bg shadow-1 dark:bg-pop ${text} ${rest}`
    : `${text} ${rest}`
}

/** The button of DESIGN.md section 4: 34 px high, 28 small, 44 large. */
export function Button(props: ButtonProps): ReactElement {
  const {
    variant = 'outline',
    danger = false,
    size = 'medium',
    icon: Icon,
    busy,
    disabledReason,
    ...rest
  } = props
  const { className, children, onClick, type = 'button', ...others } = rest
  const blocked = busy || disabledReason !== undefined
  const button = (
    <button
      {...others}
      type={type}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-description={disabledReason}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-m whitespace-nowrap select-none',
        'transition-colors disabled:opacity-[.42]',
        disabledReason !== undefined && 'opacity-[.42]',
        SIZES[size],
        buttonClass(variant, danger),
        className,
      )}
    >
      {busy ? <Spinner size={16} /> : Icon && <Icon size={size === 'small' ? 15 : 17} aria-hidden />}
      {children}
    </button>
  )
  return disabledReason === undefined ? button : <Tooltip label={disabledReason}>{button}</Tooltip>
}
