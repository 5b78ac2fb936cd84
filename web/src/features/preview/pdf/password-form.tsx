import { LockKeyhole } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { t } from './strings.ts'

/** Asks for the password of a protected file, which leaves the page for nowhere. */
export function PasswordForm(props: { wrong: boolean; onAnswer: (password: string) => void }): ReactElement {
  const { wrong, onAnswer } = props
  const [password, setPassword] = useState('')
  return (
    <EmptyState
      icon={<LockKeyhole size={48} className="text-mut" aria-hidden />}
      title={t('passwordTitle')}
      text={t('passwordText')}
    >
      <form
        className="flex w-[min(320px,80vw)] flex-col gap-3 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') onAnswer(password)
        }}
      >
        <Field label={t('password')} error={wrong ? t('wrongPassword') : undefined}>
          <PasswordInput
            value={password}
            autoFocus
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary">
          {t('openFile')}
        </Button>
      </form>
    </EmptyState>
  )
}
