import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { Check, ChevronRight } from 'lucide-react'
import { Fragment, type ReactElement } from 'react'
import { type Action, type ActionGroup, shownGroups } from '../../lib/action.ts'
import { showKeys } from '../../lib/keys.ts'
import { useOverlayTheme } from '../overlay-theme.ts'

export const popupClass =
  'pop-in max-h-(--available-height) w-max min-w-[228px] max-w-[276px] overflow-y-auto rounded-l border border-line bg-pop p-1.5 text-fg shadow-2 outline-none'

const itemClass = (danger: boolean | undefined) =>
  clsx(
    'flex h-8 pointer-coarse:h-11 cursor-default items-center gap-3 rounded-m px-2.5 text-body outline-none select-none data-highlighted:bg-hover',
    danger && 'text-danger data-highlighted:bg-danger-soft',
  )

/** Groups of actions separated by lines, in the caller's order. */
export function MenuItems({ groups }: { groups: readonly ActionGroup[] }): ReactElement {
  return (
    <>
      {shownGroups(groups).map((group, index) => (
        <Fragment key={group[0]?.name}>
          {index > 0 && <Base.Separator className="mx-1 my-1.5 h-px bg-line" />}
          <MenuGroup group={group} />
        </Fragment>
      ))}
    </>
  )
}

function MenuGroup({ group }: { group: ActionGroup }): ReactElement {
  if (!group.every((action) => action.kind === 'choice')) {
    return (
      <>
        {group.map((action) => (
          <MenuEntry key={action.name} action={action} />
        ))}
      </>
    )
  }
  return (
    <Base.RadioGroup value={group.find((action) => action.checked)?.name ?? ''}>
      {group.map((action) => (
        <Base.RadioItem
          key={action.name}
          value={action.name}
          disabled={action.disabled !== undefined}
          closeOnClick
          onClick={() => action.run?.()}
          className={itemClass(action.danger)}
        >
          <EntryContent action={action} />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

function MenuEntry({ action }: { action: Action }): ReactElement {
  if (action.children) return <Submenu action={action} groups={action.children} />
  const disabled = action.disabled !== undefined
  if (action.kind === 'check') {
    return (
      <Base.CheckboxItem
        checked={action.checked ?? false}
        disabled={disabled}
        onCheckedChange={() => action.run?.()}
        className={itemClass(action.danger)}
      >
        <EntryContent action={action} />
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item disabled={disabled} onClick={() => action.run?.()} className={itemClass(action.danger)}>
      <EntryContent action={action} />
    </Base.Item>
  )
}

function Submenu({ action, groups }: { action: Action; groups: readonly ActionGroup[] }): ReactElement {
  const theme = useOverlayTheme()
  return (
    <Base.SubmenuRoot disabled={action.disabled !== undefined}>
      <Base.SubmenuTrigger className={clsx(itemClass(action.danger), 'data-popup-open:bg-hover')}>
        <EntryContent action={action} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          alignOffset={-6}
          className="z-[1500]"
          {...theme}
          // A landmark, as the menu itself is.
          role="region"
          aria-label={action.label}
        >
          <Base.Popup className={popupClass}>
            <MenuItems groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

/** Icon, label, and at the right the shortcut, tick, arrow or reason why it is disabled. */
function EntryContent({ action }: { action: Action }): ReactElement {
  const { icon: Icon, label, disabled, keys, checked, children, danger } = action
  const faded = disabled === undefined ? '' : 'opacity-[.42]'
  return (
    <>
      {Icon && <Icon size={17} aria-hidden className={clsx(danger ? '' : 'text-fg-2', faded)} />}
      <span className={clsx('min-w-0 flex-1 truncate', faded)}>{label}</span>
      {disabled !== undefined && <span className="pl-3 text-caption text-mut">{disabled}</span>}
      {disabled === undefined && keys && (
        <span className="pl-3 text-micro text-mut max-md:hidden" aria-hidden>
          {showKeys(keys)}
        </span>
      )}
      {checked && <Check size={16} className="text-accent-text" aria-hidden />}
      {children && <ChevronRight size={16} className="text-mut" aria-hidden />}
    </>
  )
}
