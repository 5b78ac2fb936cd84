import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** Accessible name, also shown as the tooltip. */
  label: string
  icon: LucideIcon
  keys?: string | undefined
  size?: 'small' | 'medium' | undefined
  danger?: boolean | undefined
  /** For toggles: whether it is on. */
  pressed?: boolean | undefined
  busy?: boolean | undefined
  disabledReason?: string | undefined
  tooltipSide?: 'top' | 'bottom' | 'left' | 'right' | undefined
  ref?: Ref<HTMLButtonElement>
}

/** An icon button: 34 px, 28 small, 44 on touch screens. */
export function IconButton(props: IconButtonProps): ReactElement {
  const {
    label,
    icon: Icon,
    keys,
    size = 'medium',
    danger,
    pressed,
    busy,
    disabledReason,
    tooltipSide,
    ...rest
  } = props
  const { className, onClick, ...others } = rest
  const blocked = busy || disabledReason !== undefined
  return (
    <Tooltip label={disabledReason ? `${label} · ${disabledReason}` : label} keys={keys} side={tooltipSide}>
      <button
        type="button"
        {...others}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={blocked || undefined}
        aria-busy={busy || undefined}
        aria-description={disabledReason}
        onClick={blocked ? (event) => event.preventDefault() : onClick}
        className={clsx(
          'finger inline-flex shrink-0 items-center justify-center rounded-m transition-colors select-none',
          'hover:not-aria-disabled:bg-hover active:not-aria-disabled:bg-press disabled:opacity-[.42]',
          'data-popup-open:bg-hover',
          size === 'small' ? 'size-7' : 'size-[34px]',
          pressed ? 'bg-accent-soft text-accent-text' : danger ? 'text-danger' : 'text-fg-2',
          disabledReason !== undefined && 'opacity-[.42]',
          className,
        )}
      >
        {busy ? <Spinner size={16} /> : <Icon size={size === 'small' ? 16 : 18} aria-hidden />}
      </button>
    </Tooltip>
  )
}
