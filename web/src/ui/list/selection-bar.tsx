import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Action } from '../../lib/action.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { t } from './strings.ts'

export interface SelectionBarProps {
  /** Names the toolbar. */
  label: string
  /** How much is selected. */
  text: string
  /** Such as their size. A phone has room for it where no actions stand beside it. */
  note?: string | false | undefined
  actions?: readonly Action[] | undefined
  /** At the right end. */
  endActions?: readonly Action[] | undefined
  /** How the words of an action hide where there is no room for them. */
  hideLabel?: ((action: Action) => string | undefined) | undefined
  onClear: () => void
  className?: string | undefined
}

const isVisible = ({ visible }: Action): boolean => visible !== false
const belowTablet = () => 'max-md:hidden'

/** How much is selected and what can be done with it. */
export function SelectionBar(props: SelectionBarProps): ReactElement {
  const {
    label,
    text,
    note,
    actions = [],
    endActions = [],
    hideLabel = belowTablet,
    onClear,
    className,
  } = props
  const first = actions.filter(isVisible)
  const button = (action: Action) => (
    <Button
      key={action.name}
      size="small"
      variant="bare"
      danger={action.danger}
      icon={action.icon}
      disabledReason={action.disabled}
      aria-label={action.label}
      onClick={action.run}
    >
      <span className={hideLabel(action)}>{action.label}</span>
    </Button>
  )
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={clsx('flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5', className)}
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} keys="Esc" onClick={onClear} />
      <p className="tabular mr-1 truncate max-md:shrink-0 pl-1.5 text-secondary">
        <span className="font-semibold">{text}</span>
        {note && <span className={clsx('text-mut', first.length > 0 && 'max-sm:hidden')}> · {note}</span>}
      </p>
      {first.length > 0 && <span aria-hidden className="mx-1.5 h-5 w-px bg-line-2" />}
      {first.map(button)}
      <span className="flex-1" />
      {endActions.filter(isVisible).map(button)}
    </div>
  )
}
