import { DEFAULT_SETTINGS, type Settings, saveSettings } from '@clouddisk/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'
import type { Host } from '../../../lib/host.ts'
import { Button } from '../../../ui/button.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { settingsQuery } from '../session.ts'
import { SettingRow, SwitchRow } from './setting-row.tsx'
import { t } from './strings.ts'

/** Settings that only the desktop client acts on (R45). */
export function ClientSettings({ desktop }: { desktop: Host }): ReactElement {
  const cache = useQueryClient()
  const settings = { ...DEFAULT_SETTINGS, ...useQuery(settingsQuery).data }
  const save = (change: Settings) =>
    withErrorMessage(t('notSaved'), async () => {
      cache.setQueryData(settingsQuery.queryKey, await call(saveSettings, change))
    })
  const choose = async () => {
    const startAt = settings.downloadPath ?? ''
    const folder = await desktop.chooseFolder?.(startAt === '' ? {} : { startAt })
    if (folder) await save({ downloadPath: folder.path })
  }
  return (
    <>
      {desktop.chooseFolder && (
        <SettingRow label={t('downloadPath')} hint={settings.downloadPath || t('defaultPath')}>
          {settings.downloadPath && (
            <Button size="small" variant="bare" onClick={() => void save({ downloadPath: '' })}>
              {t('reset')}
            </Button>
          )}
          <Button size="small" onClick={() => void choose()}>
            {t('choose')}
          </Button>
        </SettingRow>
      )}
      <SwitchRow
        label={t('askPath')}
        checked={settings.askDownloadPath ?? false}
        onChange={(askDownloadPath) => void save({ askDownloadPath })}
      />
      {desktop.syncsFolders && (
        <SwitchRow
          label={t('localSync')}
          hint={t('localSyncHint')}
          checked={settings.localSync ?? false}
          onChange={(localSync) => void save({ localSync })}
        />
      )}
    </>
  )
}
