import type { ReactElement } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { t } from '../strings.ts'
import { showTour } from '../tour/tour-host.tsx'
import { Capacity } from './capacity.tsx'
import { useHelpEntries } from './help-entries.tsx'
import { SideMenu } from './side-menu.tsx'

export interface MenuDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The side menu on a phone, with the help and the space display of the header. */
export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps): ReactElement {
  const close = () => onOpenChange(false)
  const { entries, dialogs } = useHelpEntries({ onChosen: close, onTour: showTour })
  return (
    <>
      <Drawer open={open} onOpenChange={onOpenChange} side="left" width={280} title={t('mainMenu')} bare>
        <div className="flex h-full flex-col bg-side">
          <div className="min-h-0 flex-1">
            <SideMenu onChosen={close} />
          </div>
          {entries}
          <div className="border-t border-side-line px-6 py-4">
            <Capacity side />
          </div>
        </div>
      </Drawer>
      {dialogs}
    </>
  )
}
