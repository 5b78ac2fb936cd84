import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { ProviderValues } from './provider-form.ts'
import { t } from './strings.ts'

/** Fields that are text, and named as their text is. */
export type TextName = Extract<
  { [K in keyof ProviderValues]: ProviderValues[K] extends string ? K : never }[keyof ProviderValues],
  Parameters<typeof t>[0]
>

interface TextFieldProps {
  form: Form<ProviderValues>
  name: TextName
  required?: boolean
  hint?: string
  inputMode?: 'url' | 'numeric'
}

export const TextField = ({ form, name, required, hint, inputMode }: TextFieldProps): ReactElement => (
  <Field label={t(name)} required={required} hint={hint} error={form.errorOf(name)}>
    <Input
      {...form.control(name)}
      autoComplete="off"
      spellCheck={false}
      {...(inputMode && { inputMode })}
      value={form.values[name]}
      onChange={(event) => form.set({ [name]: event.target.value })}
    />
  </Field>
)
