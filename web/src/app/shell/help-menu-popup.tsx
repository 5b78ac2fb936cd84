import { Compass, FileText, Keyboard, Megaphone } from 'lucide-react'
import type { ReactElement } from 'react'
import { texts } from '../../lib/i18n.ts'
import { policyAddress } from '../../lib/policy-addresses.ts'
import type { AnchoredPopup } from '../../ui/menu.tsx'
import { MenuPopup } from '../../ui/overlay.ts'
import { t } from '../strings.ts'

/** Texts of this menu alone, so that they are not in the first load. */
const menuText = texts('help-menu', {
  notice: ['公告', 'Notices'],
  userAgreement: ['用户协议', 'User agreement'],
  tour: ['重看新手引导', 'Show the tour again'],
})

export interface HelpMenuActions {
  onNotices: () => void
  onShortcuts: () => void
  /** Shows the tour again, where there is one. */
  onTour?: (() => void) | undefined
}

/** R36. */
export const HelpMenuPopup = (props: AnchoredPopup & HelpMenuActions): ReactElement => {
  const { onNotices, onShortcuts, onTour, ...popup } = props
  return (
    <MenuPopup
      {...popup}
      groups={[
        [
          { name: 'notice', label: menuText('notice'), icon: Megaphone, run: onNotices },
          { name: 'agreement', label: menuText('userAgreement'), icon: FileText, run: openAgreement },
        ],
        [
          { name: 'shortcuts', label: t('shortcuts'), icon: Keyboard, keys: '?', run: onShortcuts },
          ...(onTour ? [{ name: 'tour', label: menuText('tour'), icon: Compass, run: onTour }] : []),
        ],
      ]}
    />
  )
}

/** In a new tab (R46). */
const openAgreement = () => void window.open(policyAddress('userAgreement'), '_blank', 'noopener')
