import { ApiError } from '@clouddisk/client/http/errors'
import { changePassword } from '@clouddisk/contract/accounts'
import { isStrongPassword } from '@clouddisk/contract/names'
import { type FormEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { t } from './password-strings.ts'

type FieldName = 'old' | 'next' | 'again'
type PasswordErrors = Partial<Record<FieldName, string>>

/** Errors of the three fields that the page finds itself. */
export function passwordErrors(old: string, next: string, again: string): PasswordErrors {
  const faults: PasswordErrors = {}
  if (old === '') faults.old = t('oldMissing')
  if (next === '') faults.next = t('newMissing')
  else if (!isStrongPassword(next)) faults.next = t('passwordRule')
  if (next !== again) faults.again = t('notTheSame')
  return faults
}

const FIELD_OF: Record<string, FieldName> = { old_password_wrong: 'old', too_many_tries: 'old' }

export interface PasswordFormProps {
  id?: string | undefined
  /** Known from the sign-in that just happened; its field is then left out. */
  knownOld?: string | undefined
  size?: 'medium' | 'large' | undefined
  onBusy: (busy: boolean) => void
  onChanged: () => void
  /** As it is typed: whether anything stands there. */
  onTyped?: (some: boolean) => void
  children?: ReactNode
}

/** Old, new, new again. Checked on leaving a field, then as it is typed; the submit jumps to the first error. */
export function PasswordForm(props: PasswordFormProps): ReactElement {
  const { id, knownOld, size = 'medium', onBusy, onChanged, onTyped, children } = props
  const [values, setValues] = useState({ old: knownOld ?? '', next: '', again: '' })
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  const [refused, setRefused] = useState<PasswordErrors>({})
  const refs = {
    old: useRef<HTMLInputElement>(null),
    next: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  }
  const faults = passwordErrors(values.old, values.next, values.again)

  const jumpTo = (name: FieldName) => refs[name].current?.focus()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(new Set(['old', 'next', 'again']))
    const first = (['old', 'next', 'again'] as const).find((name) => faults[name])
    if (first) return jumpTo(first)
    onBusy(true)
    try {
      await call(
        changePassword,
        { oldPassword: values.old, newPassword: values.next },
        { quiet: knownOld !== undefined },
      )
      onChanged()
    } catch (error) {
      const field = (error instanceof ApiError && FIELD_OF[error.name]) || 'next'
      setRefused({ [field]: errorMessage(error) })
      jumpTo(field)
    } finally {
      onBusy(false)
    }
  }
  const field = (name: FieldName, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={refused[name] ?? (left.has(name) ? faults[name] : undefined)}>
      <PasswordInput
        ref={refs[name]}
        size={size}
        value={values[name]}
        autoComplete={name === 'old' ? 'current-password' : 'new-password'}
        onBlur={() => values[name] !== '' && setLeft(new Set([...left, name]))}
        onChange={(event) => {
          setRefused({})
          const typed = { ...values, [name]: event.target.value }
          setValues(typed)
          onTyped?.(Object.values(typed).some((value) => value !== ''))
        }}
      />
    </Field>
  )
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {knownOld === undefined && field('old', t('oldPassword'))}
      {field('next', t('newPassword'), t('passwordRule'))}
      {field('again', t('repeatPassword'))}
      {children}
    </form>
  )
}
