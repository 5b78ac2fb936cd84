import { type ReactElement, type ReactNode, useId } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { DirectoryValues } from './directory-form.ts'

/** Parts of the form of a directory. */

export type FormProps = { form: Form<DirectoryValues> }

export function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-b border-line pb-1.5 text-body font-semibold">
        {title}
      </h3>
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">{children}</div>
    </section>
  )
}

/** Fields that are texts. */
type TextName = {
  [K in keyof DirectoryValues]: DirectoryValues[K] extends string ? K : never
}[keyof DirectoryValues]

interface TextFieldProps extends FormProps {
  name: TextName
  label: string
  hint?: string | undefined
  required?: boolean
  /** Names and filters of the directory. */
  code?: boolean
  unit?: string
  placeholder?: string
  className?: string
}

export function TextField(props: TextFieldProps): ReactElement {
  const { form, name, label, hint, required, code, unit, placeholder, className } = props
  const { values, set, errorOf, control } = form
  return (
    <Field label={label} hint={hint} required={required} error={errorOf(name)} className={className}>
      <Input
        {...control(name)}
        autoComplete="off"
        {...(code && { spellCheck: false })}
        {...(unit !== undefined && { unit, inputMode: 'numeric' as const })}
        {...(placeholder !== undefined && { placeholder })}
        className={code ? 'font-mono' : undefined}
        value={String(values[name])}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  )
}

export const WIDE = 'col-span-2 max-sm:col-span-1'
