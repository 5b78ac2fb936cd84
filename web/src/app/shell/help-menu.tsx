import { CircleHelp, Keyboard } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { t } from '../strings.ts'

export function HelpMenu({ onShortcuts }: { onShortcuts: () => void }): ReactElement {
  return (
    <Menu
      trigger={<IconButton icon={CircleHelp} label={t('help')} />}
      groups={[[{ name: 'shortcuts', label: t('shortcuts'), icon: Keyboard, keys: '?', run: onShortcuts }]]}
    />
  )
}
