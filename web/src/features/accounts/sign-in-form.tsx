import type { Language } from '@clouddisk/contract/errors'
import { formatDuration } from '@clouddisk/contract/format-pace'
import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { type FormEvent, type ReactElement, Suspense, useRef, useState } from 'react'
import { language } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { queryClient } from '../../lib/query-client.ts'
import { readSessionStored, readStored, writeSessionStored, writeStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'
import { useCountdown } from './countdown.ts'
import { DomainAccount, useDomainAccount } from './domain-account.tsx'
import type { SignInLocation } from './location-fields.tsx'
import { type SignedIn, signIn } from './session.ts'
import { isOfferGone, type SignInError, signInError } from './sign-in-error.ts'
import { t } from './strings.ts'

const DeviceWays = lazyPart(() => import('./device-ways.tsx'), 'DeviceWays')
const OtherWays = lazyPart(() => import('./other-ways.tsx'), 'OtherWays')

export interface SignInResult extends SignedIn {
  /** Kept in memory for the forced change that may follow, nowhere else. */
  password?: string
}

export interface SignInFormProps {
  /** Where a provider, or a sign-in without script, leads on. */
  service: string
  /** Whose passwords are asked for: of a directory alone, or of this server unless chosen otherwise. */
  domainOnly?: boolean | undefined
  onSignedIn: (who: SignInResult) => void
}

const LAST_ACCOUNT = 'clouddisk.account'
/** What is being typed outlives the reload that another language takes. */
const TYPED_ACCOUNT = 'clouddisk.typedAccount'

/** Account and password; the fields are those of the form-encoded sign-in, so that it works as a plain POST too. */
export function SignInForm({ service, domainOnly = false, onSignedIn }: SignInFormProps): ReactElement {
  const config = useQuery(publicConfigQuery).data
  const [userName, setUserName] = useState(
    () => readSessionStored(TYPED_ACCOUNT) ?? readStored(LAST_ACCOUNT) ?? '',
  )
  const [password, setPassword] = useState('')
  const [place, setPlace] = useState<SignInLocation>({})
  const [capsLock, setCapsLock] = useState(false)
  const [fault, setFault] = useState<SignInError>()
  const [busy, setBusy] = useState(false)
  const wait = useCountdown()
  const domain = useDomainAccount(domainOnly)
  const nameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  const refuse = (next: SignInError) => {
    setFault(next)
    if (next.wait) wait.start(next.wait)
    const input = next.field === 'userName' ? nameRef.current : passwordRef.current
    input?.focus()
    if (next.field === 'password') input?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || wait.left > 0) return
    if (userName.trim() === '') return refuse({ field: 'userName', text: t('accountMissing') })
    if (password === '') return refuse({ field: 'password', text: t('passwordMissing') })
    setBusy(true)
    setFault(undefined)
    try {
      const who = await signIn({ userName: userName.trim(), password, ...place, ...domain.credentials })
      writeStored(LAST_ACCOUNT, who.userName)
      writeSessionStored(TYPED_ACCOUNT, undefined)
      onSignedIn({ ...who, password })
    } catch (error) {
      // What was offered is not there any more.
      if (isOfferGone(error)) void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey })
      refuse(signInError(error))
    } finally {
      setBusy(false)
    }
  }
  const deviceWays = <DeviceWays place={place} onSignedIn={onSignedIn} />
  return (
    <form
      method="post"
      action="/disk/authentication/form"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4.5"
    >
      <input type="hidden" name="service" value={service} />
      <Field label={t('account')} error={fault?.field === 'userName' ? fault.text : undefined}>
        <Input
          ref={nameRef}
          name="username"
          size="large"
          icon={User}
          value={userName}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={userName === ''}
          onChange={(event) => {
            setUserName(event.target.value)
            writeSessionStored(TYPED_ACCOUNT, event.target.value)
          }}
        />
      </Field>
      <Field
        label={t('password')}
        hint={capsLock ? t('capsLock') : undefined}
        error={fault?.field === 'password' ? signInErrorText(fault, wait.left, language) : undefined}
      >
        <PasswordInput
          ref={passwordRef}
          name="password"
          size="large"
          value={password}
          autoComplete="current-password"
          autoFocus={userName !== ''}
          onCapsLock={setCapsLock}
          onBlur={() => setCapsLock(false)}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <DomainAccount domain={domain} />
      {config && <AdvancedSettings config={config} place={place} service={service} onChange={setPlace} />}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={busy}
        disabledReason={wait.left > 0 ? t('waits') : undefined}
      >
        {busy ? t('signingIn') : wait.left > 0 ? t('waitSeconds', { seconds: wait.left }) : t('signIn')}
      </Button>
      <Suspense>{domainOnly ? deviceWays : <OtherWays service={service}>{deviceWays}</OtherWays>}</Suspense>
    </form>
  )
}

/** The error text: counts down during a wait, and disappears after it. */
function signInErrorText(fault: SignInError, left: number, of: Language): string | undefined {
  if (fault.wait === undefined) return fault.text
  return left > 0 ? t('triedTooOften', { wait: formatDuration(left, of) }) : undefined
}
