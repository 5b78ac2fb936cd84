import { CircleHelp } from 'lucide-react'
import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart } from '../../lib/lazy-part.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { NoticesDialog } from '../policies.tsx'
import { t } from '../strings.ts'
import type { HelpMenuActions } from './help-menu-popup.tsx'

const load = () => import('./help-menu-popup.tsx')
const HelpMenuPopup = lazyPart(load, 'HelpMenuPopup')

export function HelpMenu(actions: Omit<HelpMenuActions, 'onNotices'>): ReactElement {
  useEffect(() => fetchWhenIdle(load), [])
  const { shown, key, show, control } = useDialogState<'notices'>()
  return (
    <>
      <Menu trigger={<IconButton icon={CircleHelp} label={t('help')} />}>
        {(popup) => <HelpMenuPopup {...popup} {...actions} onNotices={() => show('notices')} />}
      </Menu>
      <Suspense>{shown && <NoticesDialog key={key} {...control} />}</Suspense>
    </>
  )
}
