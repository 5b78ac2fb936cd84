import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { ProviderValues } from './provider-form.ts'
import { t } from './strings.ts'

/** Fields that are text, and named as their text is. */
type StringName = {
  [K in keyof ProviderValues]: ProviderValues[K] extends string ? K : never
}[keyof ProviderValues]
export type TextName = Extract<StringName, Parameters<typeof t>[0]>

type Labelled = { name: TextName; label?: undefined } | { name: StringName; label: string }

type TextFieldProps = Labelled & {
  form: Form<ProviderValues>
  required?: boolean
  hint?: string
  inputMode?: 'url' | 'numeric'
}

export const TextField = ({ form, required, hint, inputMode, ...labelled }: TextFieldProps): ReactElement => {
  const { name } = labelled
  const label = labelled.label ?? t(labelled.name)
  return (
    <Field label={label} required={required} hint={hint} error={form.errorOf(name)}>
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
}
