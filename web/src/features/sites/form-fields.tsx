import { ApiError } from '@clouddisk/client/http/errors'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { lengthOf } from '@clouddisk/contract/names'
import { isWebAddress } from '@clouddisk/contract/server-addresses'
import { clsx } from 'clsx'
import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Form, FormErrors } from '../../ui/use-form.ts'
import { t } from './strings.ts'

/** What the dialogs of nodes, clusters, sites and clouds have in common. */

interface TextFieldProps<V> {
  form: Form<V>
  name: keyof V & string
  label: string
  required?: boolean
  hint?: string | undefined
  placeholder?: string
  inputMode?: ComponentProps<typeof Input>['inputMode']
  className?: string
}

/** A field of one line. */
export function TextField<V extends object>(props: TextFieldProps<V>): ReactElement {
  const { form, name, label, required, hint, placeholder, inputMode, className } = props
  return (
    <Field label={label} required={required} hint={hint} error={form.errorOf(name)} className={className}>
      <Input
        {...form.control(name)}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        inputMode={inputMode}
        value={String(form.values[name])}
        onChange={(event) => form.set({ [name]: event.target.value } as Partial<V>)}
      />
    </Field>
  )
}

interface PartProps {
  title?: string
  text?: string
  children: ReactNode
}

/** Fields that belong together, two in a line. */
export const Part = ({ title, text, children }: PartProps): ReactElement => {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={text && id}>
      {title && (
        <legend className={clsx('text-section font-semibold', text ? 'mb-1' : 'mb-3')}>{title}</legend>
      )}
      {text && (
        <p id={id} className="mb-3 text-secondary text-mut">
          {text}
        </p>
      )}
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">{children}</div>
    </fieldset>
  )
}

/** Shows what the server refuses at its field, or above the page. */
export function showRefusal<V extends object>(form: Form<V>, error: unknown, nameField: keyof V): void {
  const field = refusedField(error, nameField)
  if (field !== undefined && field in form.values)
    form.refuse({ [field]: errorMessage(error) } as unknown as FormErrors<V>)
  else showError(t('notSaved'), error)
}

function refusedField(error: unknown, nameField: PropertyKey): PropertyKey | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'name_taken') return nameField
  return error.name === 'bad_field' ? String(error.details.field) : undefined
}

export function nameError(name: string, max: number): string | undefined {
  if (name.trim() === '') return t('nameMissing')
  return tooLong(name, max)
}

export const tooLong = (text: string, max: number): string | undefined =>
  lengthOf(text.trim()) > max ? t('tooLong', { max }) : undefined

export const webAddressError = (text: string): string | undefined =>
  text.trim() === '' || isWebAddress(text) ? undefined : reasonText('web_address', language)
