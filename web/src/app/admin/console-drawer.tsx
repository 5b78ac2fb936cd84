import type { ReactElement } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { useHelpEntries } from '../shell/help-entries.tsx'
import type { MenuDrawerProps } from '../shell/menu-drawer.tsx'
import { t as shellText } from '../strings.ts'
import { ConsoleMenu, type ConsoleMenuProps } from './console-menu.tsx'

/** The administration's menu on a phone, with the help of the header. */
export function ConsoleDrawer(
  props: MenuDrawerProps & Pick<ConsoleMenuProps, 'pages' | 'current'>,
): ReactElement {
  const { open, onOpenChange, ...menu } = props
  const close = () => onOpenChange(false)
  const { entries, dialogs } = useHelpEntries({ onChosen: close })
  return (
    <>
      <Drawer
        open={open}
        onOpenChange={onOpenChange}
        side="left"
        width={280}
        title={shellText('mainMenu')}
        bare
      >
        <div className="flex h-full flex-col bg-side">
          <div className="min-h-0 flex-1">
            <ConsoleMenu {...menu} onChosen={close} />
          </div>
          {entries}
        </div>
      </Drawer>
      {dialogs}
    </>
  )
}
