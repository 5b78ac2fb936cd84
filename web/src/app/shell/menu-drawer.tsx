import { type ReactElement, Suspense } from 'react'
import type { ActionGroup } from '../../lib/action.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { NoticesDialog } from '../policies.tsx'
import { t } from '../strings.ts'
import { Capacity } from './capacity.tsx'
import { policyActions, useHelpActions } from './help-menu-popup.tsx'
import { SideMenu } from './side-menu.tsx'

export interface MenuDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The side menu on a phone, with the help and the space display of the header. */
export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps): ReactElement {
  const { actions, dialogs } = useHelpActions()
  const { shown, key, show, control } = useDialogState<'notices'>()
  return (
    <>
      <Drawer open={open} onOpenChange={onOpenChange} side="left" width={280} title={t('mainMenu')} bare>
        <div className="flex h-full flex-col bg-side">
          <div className="min-h-0 flex-1">
            <SideMenu onChosen={() => onOpenChange(false)} />
          </div>
          <HelpEntries
            actions={[...actions, ...policyActions(() => show('notices'))]}
            onChosen={() => onOpenChange(false)}
          />
          <div className="border-t border-side-line px-6 py-4">
            <Capacity side />
          </div>
        </div>
      </Drawer>
      {dialogs}
      <Suspense>{shown && <NoticesDialog key={key} {...control} />}</Suspense>
    </>
  )
}

/** The header's help menu, which phones have no room for. */
function HelpEntries({ actions, onChosen }: { actions: ActionGroup; onChosen: () => void }): ReactElement {
  return (
    <div className="border-t border-side-line px-3 py-2">
      {actions.map(({ name, label, icon: Icon, run }) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            onChosen()
            run?.()
          }}
          className="flex h-11 w-full items-center gap-3 rounded-m px-3 text-body text-side-fg outline-side-focus hover:bg-side-hover"
        >
          {Icon && <Icon size={18} aria-hidden />}
          {label}
        </button>
      ))}
    </div>
  )
}
