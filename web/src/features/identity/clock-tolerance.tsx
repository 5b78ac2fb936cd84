import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { ProviderValues } from './provider-form.ts'
import { t } from './strings.ts'

/** How far the provider's clock may differ. */
export const ClockTolerance = ({ form }: { form: Form<ProviderValues> }): ReactElement => (
  <Field label={t('clockTolerance')} error={form.errorOf('clockTolerance')}>
    <Input
      {...form.control('clockTolerance')}
      inputMode="numeric"
      unit={t('seconds')}
      value={form.values.clockTolerance}
      onChange={(event) => form.set({ clockTolerance: event.target.value })}
    />
  </Field>
)
