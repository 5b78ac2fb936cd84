import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { SettingRow, SwitchRow } from '../../features/accounts/settings/setting-row.tsx'
import { desktopHost } from '../../lib/host.ts'
import { failureText } from '../../lib/host-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { DESKTOP_SETTINGS, desktopSettingsQuery } from './desktop-settings.ts'
import { t } from './desktop-settings-strings.ts'
import { ServerList } from './server-list.tsx'

/** Settings of the client on this computer (R5). */
export function DesktopSettingsDialog(dialog: DialogControl): ReactElement {
  const cache = useQueryClient()
  const { data, error, isError, refetch } = useQuery(desktopSettingsQuery)
  const save = async (change: Parameters<ReturnType<typeof desktopHost>['saveDesktopSettings']>[0]) => {
    try {
      cache.setQueryData(DESKTOP_SETTINGS, await desktopHost().saveDesktopSettings(change))
    } catch (refused) {
      toast.error(failureText(refused))
    }
  }
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('title')}
      description={t('version', { version: desktopHost().version })}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      {isError && !data && <ErrorState text={failureText(error)} onRetry={() => void refetch()} />}
      {!isError && !data && <Loading />}
      {data && (
        <>
          <SwitchRow
            label={t('autostart')}
            hint={t('autostartHint')}
            checked={data.autostart}
            onChange={(autostart) => void save({ autostart })}
          />
          <SettingRow label={t('whenClosed')} hint={data.hasTray ? t('inTray') : t('noTray')}>
            <Select
              size="small"
              ariaLabel={t('whenClosed')}
              className="w-40! sm:w-48!"
              value={data.whenClosed}
              onChange={(whenClosed) => void save({ whenClosed })}
              options={[
                { value: 'background', label: t('keepRunning') },
                { value: 'quit', label: t('quit') },
              ]}
            />
          </SettingRow>
          <SwitchRow
            label={t('notifications')}
            hint={t('notificationsHint')}
            checked={data.notifications}
            onChange={(notifications) => void save({ notifications })}
          />
          <ServerList settings={data} />
        </>
      )}
    </Dialog>
  )
}
