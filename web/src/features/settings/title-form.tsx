import {
  type InstanceSettings,
  SYSTEM_TITLE_MAX,
  saveInstanceSettings,
} from '@clouddisk/contract/admin-settings'
import { type ReactElement, useId } from 'react'
import { call } from '../../lib/api.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
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

/** What the product is called in the menu, on the sign-in page and in the titles of windows. */
export function TitleForm({ saved }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const form = useForm({ systemTitle: saved.systemTitle }, ({ systemTitle }) => ({
    systemTitle:
      systemTitle.trim().length > SYSTEM_TITLE_MAX ? t('titleLong', { max: SYSTEM_TITLE_MAX }) : undefined,
  }))
  const send = async () => {
    const systemTitle = form.values.systemTitle.trim()
    queryClient.setQueryData(settingsQuery.queryKey, await call(saveInstanceSettings, { systemTitle }))
    toast.ok(t('saved'))
    await queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey })
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
        {t('systemTitle')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('systemTitleText')}</p>
      <Field label={t('systemTitleName')} hint={t('systemTitleHint')} error={form.errorOf('systemTitle')}>
        <Input
          {...form.control('systemTitle')}
          autoComplete="off"
          value={form.values.systemTitle}
          onChange={(event) => form.set({ systemTitle: event.target.value })}
        />
      </Field>
      <Button variant="primary" type="submit" busy={submission.busy} className="mt-5">
        {t('save')}
      </Button>
    </form>
  )
}
