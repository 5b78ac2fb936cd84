import {
  type InstanceSettings,
  LINK_VISITS_PER_HOUR_MAX,
  saveInstanceSettings,
} from '@clouddisk/contract/admin-settings'
import { type ReactElement, useId } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { settingsQuery } from './settings-query.ts'
import { t } from './strings.ts'

const GB = 1024 ** 3
const GB_MAX = 1_000_000

/** How much of external links one network may use. */
export function LinkLimitsForm({ saved }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const { linkVisitsPerHour, linkBytesPerDay } = saved
  const form = useForm(
    { visits: textOf(linkVisitsPerHour), gigabytes: textOf(linkBytesPerDay / GB) },
    ({ visits, gigabytes }) => ({
      visits: limitError(visits, LINK_VISITS_PER_HOUR_MAX),
      gigabytes: limitError(gigabytes, GB_MAX),
    }),
  )
  const send = async () => {
    const { visits, gigabytes } = form.values
    const limits = { linkVisitsPerHour: Number(visits), linkBytesPerDay: Number(gigabytes) * GB }
    queryClient.setQueryData(settingsQuery.queryKey, await call(saveInstanceSettings, limits))
    toast.ok(t('saved'))
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  return (
    <form
      aria-labelledby={title}
      noValidate
      onSubmit={submission.onSubmit}
      className="max-w-160 rounded-l border border-line bg-bg p-5"
    >
      <h2 id={title} className="text-section font-semibold">
        {t('links')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('linksText')}</p>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('linkVisits')} hint={t('noLimitHint')} error={form.errorOf('visits')}>
          <Input
            {...form.control('visits')}
            inputMode="numeric"
            value={form.values.visits}
            unit={t('visitsUnit')}
            onChange={(event) => form.set({ visits: event.target.value })}
          />
        </Field>
        <Field label={t('linkBytes')} hint={t('noLimitHint')} error={form.errorOf('gigabytes')}>
          <Input
            {...form.control('gigabytes')}
            inputMode="numeric"
            value={form.values.gigabytes}
            unit="GB"
            onChange={(event) => form.set({ gigabytes: event.target.value })}
          />
        </Field>
      </div>
      <Button variant="primary" type="submit" busy={submission.busy} className="mt-5">
        {t('save')}
      </Button>
    </form>
  )
}

const textOf = (limit: number): string => (limit === 0 ? '' : String(limit))

function limitError(text: string, max: number): string | undefined {
  const typed = text.trim()
  const isValid = typed === '' || (/^\d{1,7}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max)
  return isValid ? undefined : t('outOfRange', { min: 1, max })
}
