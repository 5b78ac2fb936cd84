import { logout } from '@clouddisk/contract/accounts'
import { confirmIdentity, type FactorWays, queryFactorWays } from '@clouddisk/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { call, client, errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { passkeysWork } from '../../lib/passkeys.ts'
import { signInAgainNext } from '../../lib/sign-in-again.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { CodeField } from './code-field.tsx'
import { t } from './strings.ts'
import { usePasskey } from './use-passkey.ts'

/** Asks who it is before something dangerous: password, code or passkey, whichever the person has. */
export function ConfirmIdentityDialog({ onAnswer }: { onAnswer: (yes: boolean) => void }): ReactElement {
  const [open, setOpen] = useState(true)
  const confirmed = useRef(false)
  const ways = useQuery({ ...callQuery(['factor-ways', 'confirm'], queryFactorWays, {}), staleTime: 0 })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={() => onAnswer(confirmed.current)}
      title={t('confirmTitle')}
      aboveAll
    >
      {ways.isError && <ErrorState text={errorMessage(ways.error)} onRetry={() => void ways.refetch()} />}
      {ways.isPending && <Loading />}
      {ways.data && (
        <Proof
          ways={ways.data}
          onCancel={() => setOpen(false)}
          onConfirmed={() => {
            confirmed.current = true
            setOpen(false)
          }}
        />
      )}
    </Dialog>
  )
}

interface ProofProps {
  ways: FactorWays
  onConfirmed: () => void
  onCancel: () => void
}

function Proof({ ways, onConfirmed, onCancel }: ProofProps): ReactElement {
  const [kind, setKind] = useState<'password' | 'code'>(ways.password ? 'password' : 'code')
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const hasPasskey = ways.passkey && passkeysWork()
  const withPasskey = usePasskey(async (passkey) => {
    await call(confirmIdentity, { passkey })
    onConfirmed()
  }, setFault)
  const refuse = (text: string) => {
    setFault(text)
    field.current?.focus()
    field.current?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (typed.trim() === '') return refuse(t(kind === 'password' ? 'passwordMissing' : 'codeMissing'))
    setBusy(true)
    setFault(undefined)
    try {
      await call(confirmIdentity, kind === 'password' ? { password: typed } : { code: typed })
      onConfirmed()
    } catch (error) {
      refuse(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  if (!ways.password && !ways.code && !hasPasskey) return <SignInAgain onCancel={onCancel} />
  const typing = ways.password || ways.code
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-body text-fg-2">{t('confirmText')}</p>
      {typing && kind === 'password' && (
        <Field label={t('password')} error={fault}>
          <PasswordInput
            ref={field}
            value={typed}
            autoComplete="current-password"
            autoFocus
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {typing && kind === 'code' && (
        <CodeField
          ref={field}
          kind="either"
          label={t('codeOrRecovery')}
          value={typed}
          error={fault}
          onChange={setTyped}
        />
      )}
      {!typing && fault && (
        <p role="alert" className="text-caption text-danger">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {ways.password && ways.code && (
          <Button
            variant="quiet"
            className="mr-auto"
            onClick={() => {
              setKind(kind === 'password' ? 'code' : 'password')
              setTyped('')
              setFault(undefined)
            }}
          >
            {t(kind === 'password' ? 'withCode' : 'withPassword')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('cancel')}</Button>
        {hasPasskey && (
          <Button
            variant={typing ? 'outline' : 'primary'}
            icon={Fingerprint}
            busy={withPasskey.busy}
            onClick={() => void withPasskey.ask()}
          >
            {t('usePasskey')}
          </Button>
        )}
        {typing && (
          <Button type="submit" variant="primary" busy={busy}>
            {t('goOn')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** For people who have no proof here: those of a provider sign in there again. */
const SignInAgain = ({ onCancel }: { onCancel: () => void }): ReactElement => (
  <div className="flex flex-col gap-4">
    <p className="text-body text-fg-2">{t('signInAgainText')}</p>
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button
        variant="primary"
        onClick={() => {
          signInAgainNext()
          location.assign(client.urlOf(logout, { service: location.href }))
        }}
      >
        {t('signInAgain')}
      </Button>
    </div>
  </div>
)
