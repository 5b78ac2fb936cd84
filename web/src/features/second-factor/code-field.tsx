import { KeyRound } from 'lucide-react'
import type { ReactElement, Ref } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { t } from './strings.ts'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  size?: 'medium' | 'large'
  /** Six digits of the app, or also recovery codes. */
  kind?: 'digits' | 'recovery' | 'either'
  label?: string
  ref?: Ref<HTMLInputElement>
}

/** For a code of the authenticator app; browsers and phones offer one that they know. */
export function CodeField(props: CodeFieldProps): ReactElement {
  const { value, onChange, error, size = 'medium', kind = 'digits', label, ref } = props
  const digits = kind === 'digits'
  return (
    <Field label={label ?? t(kind === 'recovery' ? 'recoveryCode' : 'code')} error={error}>
      <Input
        {...(ref && { ref })}
        size={size}
        icon={KeyRound}
        value={value}
        inputMode={digits ? 'numeric' : 'text'}
        autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={digits ? 9 : 40}
        autoFocus
        className="tabular tracking-[2px]"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

export const digitsOf = (typed: string): string => typed.replaceAll(/\s/g, '')
export const isSixDigits = (typed: string): boolean => /^\d{6}$/.test(digitsOf(typed))
