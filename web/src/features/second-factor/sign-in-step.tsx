import { checkSecondFactor, queryFactorWays } from '@clouddisk/contract/second-factor'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { passkeysWork } from '../../lib/passkeys.ts'
import type { SignInStepProps } from '../../lib/sign-in-step.ts'
import { Button } from '../../ui/button.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { CodeField, digitsOf, isSixDigits } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { t } from './strings.ts'
import { TotpSetup } from './totp-setup.tsx'
import { usePasskey } from './use-passkey.ts'

const FACTOR_WAYS = ['factor-ways']

/** What a sign-in needs besides the password: a second factor, or that one is set up. */
export function SignInStepPage({ step, ...props }: SignInStepProps & { step: SignInStep }): ReactElement {
  return step === 'secondFactor' ? <EnterFactor {...props} /> : <SetUpFactor {...props} />
}

function EnterFactor({ onDone, onOtherAccount }: SignInStepProps): ReactElement {
  const [kind, setKind] = useState<'digits' | 'recovery'>('digits')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const refuse = (text: string) => {
    setFault(text)
    field.current?.focus()
    field.current?.select()
  }
  const send = async (typed: string) => {
    setBusy(true)
    setFault(undefined)
    try {
      await call(checkSecondFactor, { code: typed }, { quiet: true })
      onDone()
    } catch (error) {
      refuse(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (code.trim() === '') return refuse(t(kind === 'digits' ? 'codeMissing' : 'recoveryCodeMissing'))
    if (kind === 'digits' && !isSixDigits(code)) return refuse(t('codeDigits'))
    void send(kind === 'digits' ? digitsOf(code) : code)
  }
  const change = (next: string) => {
    setCode(next)
    // The last digit sends, once; a wrong code is sent again by the button.
    if (kind === 'digits' && isSixDigits(next) && fault === undefined && !busy) void send(digitsOf(next))
  }
  const other = kind === 'digits' ? 'recovery' : 'digits'
  const ways = useQuery(callQuery(FACTOR_WAYS, queryFactorWays, {})).data
  const withPasskey = usePasskey(async (passkey) => {
    await call(checkSecondFactor, { passkey }, { quiet: true })
    onDone()
  }, setFault)
  return (
    <>
      <h1 className="text-sign-in font-semibold">{t('stepTitle')}</h1>
      <p className="mt-1 mb-7 text-body text-mut">{t(kind === 'digits' ? 'stepText' : 'recoveryStepText')}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <CodeField
          key={kind}
          ref={field}
          kind={kind}
          size="large"
          value={code}
          error={fault}
          onChange={change}
        />
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {t('verify')}
        </Button>
        {ways?.passkey && passkeysWork() && (
          <Button
            size="large"
            icon={Fingerprint}
            busy={withPasskey.busy}
            onClick={() => void withPasskey.ask()}
          >
            {t('usePasskey')}
          </Button>
        )}
        <Button
          variant="bare"
          onClick={() => {
            setKind(other)
            setCode('')
            setFault(undefined)
          }}
        >
          {t(other === 'recovery' ? 'useRecoveryCode' : 'useApp')}
        </Button>
        {kind === 'recovery' && <p className="text-center text-caption text-mut">{t('lost')}</p>}
        <Button variant="quiet" onClick={onOtherAccount}>
          {t('useOtherAccount')}
        </Button>
      </form>
    </>
  )
}

function SetUpFactor({ onDone, onOtherAccount }: SignInStepProps): ReactElement {
  const [codes, setCodes] = useState<readonly string[]>()
  const [kind, setKind] = useState<'app' | 'passkey'>('app')
  const done = (made: readonly string[]) => (made.length > 0 ? setCodes(made) : onDone())
  return (
    <>
      <h1 className="text-sign-in font-semibold">{t(codes ? 'recoveryCodes' : 'setUpTitle')}</h1>
      {!codes && <p className="mt-1 mb-5 text-body text-mut">{t('setUpRequired')}</p>}
      {codes ? (
        <div className="mt-3">
          <RecoveryCodes codes={codes} size="large" onSaved={onDone} />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          {kind === 'app' ? (
            <TotpSetup size="large" onDone={done} />
          ) : (
            <AddPasskey size="large" onDone={done} />
          )}
          {passkeysWork() && (
            <Button variant="bare" onClick={() => setKind(kind === 'app' ? 'passkey' : 'app')}>
              {t(kind === 'app' ? 'setUpPasskey' : 'setUpApp')}
            </Button>
          )}
          <Button variant="quiet" onClick={onOtherAccount}>
            {t('useOtherAccount')}
          </Button>
        </div>
      )}
    </>
  )
}
