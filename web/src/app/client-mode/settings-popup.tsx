import { BASE_PATH } from '@clouddisk/contract/route'
import { ExternalLink, MonitorCog, Power, Settings2, ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { openSettings } from '../../features/accounts/settings/settings-state.ts'
import { host, openOutside } from '../../lib/host.ts'
import { policyAddress } from '../../lib/policy-addresses.ts'
import type { AnchoredPopup } from '../../ui/menu.tsx'
import { MenuPopup } from '../../ui/overlay.ts'
import { policyActions, tourAction, useHelpActions } from '../shell/help-menu-popup.tsx'
import { showTour } from '../tour/tour-host.tsx'
import { quitClient } from './desktop-settings.ts'
import { t } from './strings.ts'

const beside = (path: string) => () => openOutside(new URL(path, location.href).href)

/** The settings, and what the help menu has in a browser. Links open in the system's browser (R46). */
export function SettingsPopup({
  onNotices,
  onDesktopSettings,
  withTour,
  ...popup
}: AnchoredPopup & {
  onNotices: () => void
  onDesktopSettings: () => void
  withTour: boolean
}): ReactElement {
  const { actions, dialogs } = useHelpActions()
  return (
    <>
      <MenuPopup
        {...popup}
        side="top"
        groups={[
          [
            {
              name: 'settings',
              label: t('settings'),
              icon: Settings2,
              run: () => openSettings('transfers'),
            },
            ...(host()?.queryDesktopSettings
              ? [
                  {
                    name: 'desktop-settings',
                    label: t('desktopSettings'),
                    icon: MonitorCog,
                    run: onDesktopSettings,
                  },
                ]
              : []),
            {
              name: 'settings-outside',
              label: t('settingsOutside'),
              icon: ExternalLink,
              run: beside(`${BASE_PATH}#settings`),
            },
          ],
          actions,
          [
            ...policyActions(onNotices),
            {
              name: 'privacy',
              label: t('privacyPolicy'),
              icon: ShieldCheck,
              run: beside(policyAddress('privacyPolicy')),
            },
          ],
          withTour ? tourAction(showTour) : [],
          host()?.quit
            ? [{ name: 'quit', label: t('quitClient'), icon: Power, run: () => void quitClient() }]
            : [],
        ]}
      />
      {dialogs}
    </>
  )
}
