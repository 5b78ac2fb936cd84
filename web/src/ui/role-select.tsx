import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactElement } from 'react'
import { language } from '../lib/i18n.ts'
import type { RoleChoice } from '../lib/people.ts'

export interface RoleSelectProps {
  roles: readonly RoleChoice[]
  /** Undefined if nothing is chosen, or values differ. */
  value: string | undefined
  onChange: (role: string) => void
  label: string
  placeholder?: string | undefined
  /** Width in pixels, for longer role names. */
  width?: number | undefined
  /** With a frame, as a field. */
  framed?: boolean | undefined
}

/** Width of the longest share role; English names are longer. */
export const ROLE_WIDTH = language === 'zh-CN' ? 104 : 132

/** A role select; each option has a description. */
export function RoleSelect(props: RoleSelectProps): ReactElement {
  const { roles, value, onChange, label, placeholder, width = ROLE_WIDTH, framed } = props
  const labelOf = (role: unknown) => roles.find((one) => one.value === role)?.label ?? placeholder
  return (
    <Base.Root value={value ?? null} onValueChange={(next) => next !== null && onChange(next)}>
      <Base.Trigger
        aria-label={label}
        className={clsx(
          'finger flex h-8 min-w-0 shrink-0 items-center justify-between gap-2 rounded-m px-2.5 text-left text-secondary transition-colors hover:bg-press data-popup-open:bg-press',
          framed && 'border border-ctl bg-bg dark:bg-field',
        )}
        style={{ width: framed ? width + 8 : width }}
      >
        <Base.Value className="min-w-0 truncate">{labelOf}</Base.Value>
        <ChevronDown size={15} className="shrink-0 text-mut" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          align="end"
          alignItemWithTrigger={false}
          className="z-[1500]"
          role="region"
          aria-label={label}
        >
          <Base.Popup className="pop-in w-[264px] max-w-[calc(100vw-24px)] rounded-l border border-line bg-pop p-1.5 shadow-2 outline-none">
            {roles.map((role) => (
              <Base.Item
                key={role.value}
                value={role.value}
                disabled={role.blocked ?? false}
                className="flex cursor-default gap-2.5 rounded-m px-2.5 py-1.5 outline-none select-none data-highlighted:bg-hover"
              >
                {role.icon && (
                  <role.icon
                    size={16}
                    className={clsx('mt-0.5 shrink-0 text-fg-2', role.blocked && 'opacity-[.42]')}
                    aria-hidden
                  />
                )}
                <span className="min-w-0 flex-1">
                  <Base.ItemText className={clsx('block text-body', role.blocked && 'opacity-[.42]')}>
                    {role.label}
                  </Base.ItemText>
                  <span className="block text-caption text-mut">{role.text}</span>
                </span>
                <span className="w-4 shrink-0 pt-0.5">
                  <Base.ItemIndicator>
                    <Check size={16} className="text-accent-text" aria-hidden />
                  </Base.ItemIndicator>
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
