import { CircleHelp, Compass, Keyboard } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { t } from '../strings.ts'

export interface HelpMenuProps {
  onShortcuts: () => void
  /** Shows the tour again, where there is one. */
  onTour?: (() => void) | undefined
}

export function HelpMenu({ onShortcuts, onTour }: HelpMenuProps): ReactElement {
  return (
    <Menu
      trigger={<IconButton icon={CircleHelp} label={t('help')} />}
      groups={[
        [
          { name: 'shortcuts', label: t('shortcuts'), icon: Keyboard, keys: '?', run: onShortcuts },
          ...(onTour ? [{ name: 'tour', label: t('tour'), icon: Compass, run: onTour }] : []),
        ],
      ]}
    />
  )
}
