import { type InstanceSettings, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { VERSION_DAYS_MAX, VERSIONS_KEPT_MAX } from '@clouddisk/contract/versions'
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

/** How many versions of files are kept and for how long, where a space does not say so itself. */
export function VersionsForm({ saved }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const form = useForm(
    { kept: String(saved.versionsKept), days: String(saved.versionDays) },
    ({ kept, days }) => ({
      kept: rangeError(kept, 1, VERSIONS_KEPT_MAX),
      days: rangeError(days, 0, VERSION_DAYS_MAX),
    }),
  )
  const send = async () => {
    const limits = { versionsKept: Number(form.values.kept), versionDays: Number(form.values.days) }
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
        {t('versions')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('versionsText')}</p>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('versionsKept')} error={form.errorOf('kept')}>
          <Input
            {...form.control('kept')}
            inputMode="numeric"
            value={form.values.kept}
            unit={t('versionsUnit')}
            onChange={(event) => form.set({ kept: event.target.value })}
          />
        </Field>
        <Field label={t('versionDays')} hint={t('versionDaysHint')} error={form.errorOf('days')}>
          <Input
            {...form.control('days')}
            inputMode="numeric"
            value={form.values.days}
            unit={t('daysUnit')}
            onChange={(event) => form.set({ days: event.target.value })}
          />
        </Field>
      </div>
      <Button variant="primary" type="submit" busy={submission.busy} className="mt-5">
        {t('save')}
      </Button>
    </form>
  )
}

function rangeError(text: string, min: number, max: number): string | undefined {
  const number = Number(text.trim())
  const isValid = /^\d{1,6}$/.test(text.trim()) && number >= min && number <= max
  return isValid ? undefined : t('outOfRange', { min, max })
}
