import { useQuery } from '@tanstack/react-query'
import { Volume2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { playDone } from '../../../lib/done-sound.ts'
import { host } from '../../../lib/host.ts'
import { limits } from '../../../lib/limits.ts'
import { isWindows, localHelperQuery } from '../../../lib/local-helper.ts'
import { setPreferences, usePreferences } from '../../../lib/preferences.ts'
import { publicConfigQuery } from '../../../lib/public-config.ts'
import { Button } from '../../../ui/button.tsx'
import { ClientSettings } from './client-settings.tsx'
import { ChoiceRow, SwitchRow } from './setting-row.tsx'
import { t } from './strings.ts'

export function TransfersSection(): ReactElement {
  const { showRedCount, vioceTip, localHelper } = usePreferences()
  const zips = useQuery(publicConfigQuery).data?.archiveDownload ?? true
  const helper = useQuery(localHelperQuery).data
  const desktop = host()
  return (
    <>
      <SwitchRow
        label={t('redCount')}
        hint={t(desktop ? 'redCountHintInClient' : 'redCountHint')}
        checked={showRedCount}
        onChange={(on) => setPreferences({ showRedCount: on })}
      />
      <SwitchRow
        label={t('sound')}
        hint={t('soundHint')}
        checked={vioceTip}
        onChange={(on) => setPreferences({ vioceTip: on })}
      >
        <Button size="small" icon={Volume2} onClick={playDone}>
          {t('play')}
        </Button>
      </SwitchRow>
      {/* The client downloads files and folders as they are. */}
      {!desktop && (
        <ChoiceRow
          name="downloadAs"
          label={t('downloadAs')}
          hint={t(zips ? 'downloadAsHint' : 'downloadAsHintOff', { count: limits().manyFilesPrompt })}
          options={[
            { value: 'ask', label: t('ask') },
            ...(zips ? [{ value: 'zip' as const, label: t('zip') }] : []),
            { value: 'files', label: t('oneByOne') },
          ]}
        />
      )}
      {helper?.offered && !desktop && !isWindows() && (
        <SwitchRow
          label={t('localHelper')}
          hint={t('localHelperHint')}
          checked={localHelper}
          onChange={(on) => setPreferences({ localHelper: on })}
        />
      )}
      {desktop && <ClientSettings desktop={desktop} />}
    </>
  )
}
