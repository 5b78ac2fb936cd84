import { type InstanceSettings, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { type ReactElement, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { settingsQuery } from './settings-query.ts'
import { t } from './strings.ts'

/** Whether people have the personal table. */
export function PersonalTableForm({ saved }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const [busy, setBusy] = useState(false)
  const change = async (personalTable: boolean) => {
    setBusy(true)
    await withErrorMessage(t('notSaved'), async () => {
      queryClient.setQueryData(settingsQuery.queryKey, await call(saveInstanceSettings, { personalTable }))
      toast.ok(t('saved'))
    })
    setBusy(false)
  }
  return (
    <section aria-labelledby={title} className="max-w-160 rounded-l border border-line bg-bg p-5">
      <h2 id={title} className="text-section font-semibold">
        {t('personalTable')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('personalTableText')}</p>
      <Switch
        label={t('personalTableOn')}
        hint={t('personalTableHint')}
        checked={saved.personalTable}
        disabled={busy}
        onChange={(next) => void change(next)}
      />
    </section>
  )
}
