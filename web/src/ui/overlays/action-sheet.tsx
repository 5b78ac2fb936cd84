import { clsx } from 'clsx'
import { Check, ChevronLeft } from 'lucide-react'
import { Fragment, type ReactElement, useState } from 'react'
import { type Action, shownGroups } from '../../lib/action.ts'
import type { ActionSheetProps } from '../overlay-props.ts'
import { BottomSheetPanel } from './drawer-panel.tsx'

/** The context menu on a phone: a bottom sheet with 48 px rows. A submenu replaces the rows. */
export function ActionSheet(props: ActionSheetProps): ReactElement {
  const { open, onOpenChange, groups, label, header, returnTo } = props
  const [inside, setInside] = useState<Action>()
  const close = () => {
    onOpenChange(false)
    setInside(undefined)
  }
  const choose = (action: Action) => {
    if (action.disabled !== undefined) return
    if (action.children) return setInside(action)
    close()
    action.run?.()
  }
  return (
    <BottomSheetPanel
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      label={label}
      header={header}
      returnTo={returnTo}
    >
      {inside && (
        <SheetRow
          action={{ name: 'back', label: inside.label, icon: ChevronLeft }}
          onChoose={() => setInside(undefined)}
        />
      )}
      {shownGroups(inside?.children ?? groups).map((group) => (
        <Fragment key={group[0]?.name}>
          {group.map((action) => (
            <SheetRow key={action.name} action={action} onChoose={() => choose(action)} />
          ))}
        </Fragment>
      ))}
    </BottomSheetPanel>
  )
}

function SheetRow({ action, onChoose }: { action: Action; onChoose: () => void }): ReactElement {
  const { icon: Icon, label, disabled, danger, checked } = action
  const faded = disabled === undefined ? '' : 'opacity-[.42]'
  return (
    <button
      type="button"
      aria-disabled={disabled === undefined ? undefined : true}
      aria-pressed={checked}
      onClick={onChoose}
      className={clsx(
        'flex h-12 w-full items-center gap-4 px-5 text-left text-section active:bg-press',
        'focus-visible:-outline-offset-2',
        danger && 'text-danger',
      )}
    >
      {Icon && <Icon size={20} aria-hidden className={clsx(danger ? '' : 'text-fg-2', faded)} />}
      <span className={clsx('min-w-0 flex-1 truncate', faded)}>{label}</span>
      {disabled !== undefined && <span className="text-caption text-mut">{disabled}</span>}
      {checked && <Check size={18} className="text-accent-text" aria-hidden />}
    </button>
  )
}
