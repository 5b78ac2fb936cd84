import { saveTokenLimit, TOKEN_DAYS_MAX } from '@clouddisk/contract/tokens'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { refreshTokens } from './data.ts'
import { t } from './strings.ts'

const isDays = (text: string): boolean =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= TOKEN_DAYS_MAX

/** For how long new tokens may be valid. */
export function LimitDialog({ daysMax, ...dialog }: DialogControl & { daysMax: number }): ReactElement {
  const form = useForm({ days: String(daysMax) }, ({ days }) => ({
    days: isDays(days) ? undefined : t('daysWrong', { max: TOKEN_DAYS_MAX }),
  }))
  const send = async () => {
    await call(saveTokenLimit, { daysMax: Number(form.values.days) })
    toast.ok(t('saved'))
    dialog.onOpenChange(false)
    await refreshTokens()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  return (
    <FormDialog {...dialog} submission={submission} title={t('limitTitle')} width={480} button={t('save')}>
      <Field label={t('days')} required hint={t('limitText')} error={form.errorOf('days')}>
        <Input
          {...form.control('days')}
          inputMode="numeric"
          autoComplete="off"
          className="tabular"
          value={form.values.days}
          onChange={(event) => form.set({ days: event.target.value })}
          unit={t('daysUnit')}
        />
      </Field>
    </FormDialog>
  )
}
