import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ReactElement, Ref } from 'react'
import type { ActionGroup } from '../lib/action.ts'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

export interface SplitButtonProps {
  label: string
  icon?: LucideIcon | undefined
  onClick: () => void
  /** Accessible name of the arrow button. */
  menuLabel: string
  groups: readonly ActionGroup[]
  disabledReason?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

/** A primary button with its variants under an arrow. */
export function SplitButton(props: SplitButtonProps): ReactElement {
  const { label, icon, onClick, menuLabel, groups, disabledReason, ref } = props
  return (
    <span className="flex">
      <Button
        variant="primary"
        icon={icon}
        onClick={onClick}
        disabledReason={disabledReason}
        className="rounded-r-none"
        {...(ref ? { ref } : {})}
      >
        {label}
      </Button>
      <Menu
        groups={groups}
        trigger={
          <Button
            variant="primary"
            aria-label={menuLabel}
            disabledReason={disabledReason}
            className="rounded-l-none border-l border-white/30 px-2"
          >
            <ChevronDown size={16} aria-hidden />
          </Button>
        }
      />
    </span>
  )
}
