import type { ReactElement } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { t } from '../strings.ts'
import { Capacity } from './capacity.tsx'
import { SideMenu } from './side-menu.tsx'

export interface MenuDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The side menu on a phone, with the space display of the header. */
export function MenuDrawer({ open, onOpenChange }: MenuDrawerProps): ReactElement {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} side="left" width={280} title={t('mainMenu')} bare>
      <div className="flex h-full flex-col bg-side">
        <div className="min-h-0 flex-1">
          <SideMenu onChosen={() => onOpenChange(false)} />
        </div>
        <div className="border-t border-side-line px-6 py-4">
          <Capacity side />
        </div>
      </div>
    </Drawer>
  )
}
