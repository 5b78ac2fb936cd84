import { queryPasskeySignIn, signInWithPasskey } from '@clouddisk/contract/passkeys'
import { Fingerprint, QrCode } from 'lucide-react'
import { type ReactElement, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { texts } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import {
  askForPasskey,
  autofillPasskey,
  autofillsPasskeys,
  callOffPasskey,
  passkeysWork,
} from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import type { SignInLocation } from './location-fields.tsx'
import type { SignedIn } from './session.ts'

const t = texts('device-ways', {
  passkey: ['使用通行密钥登录', 'Sign in with a passkey'],
  qr: ['扫码登录', 'Sign in with your phone'],
  none: ['没有使用通行密钥。请重试，或用密码登录。', 'No passkey was used. Try again, or use your password.'],
  notHere: [
    '此浏览器无法使用通行密钥。请用密码登录。',
    'This browser can’t use passkeys here. Sign in with your password.',
  ],
})

const QrWay = lazyPart(() => import('./qr-way.tsx'), 'QrWay')

interface DeviceWaysProps {
  place: SignInLocation
  onSignedIn: (who: SignedIn) => void
}

/** Ways to sign in without typing a password: what this device has, or a phone. */
export function DeviceWays(props: DeviceWaysProps): ReactElement {
  const { shown, key, show, control } = useDialogState<true>()
  return (
    <>
      {passkeysWork() && <PasskeyWay {...props} />}
      <Button size="large" icon={QrCode} className="w-full" onClick={() => show(true)}>
        {t('qr')}
      </Button>
      <Suspense>{shown && <QrWay key={key} {...props} {...control} />}</Suspense>
    </>
  )
}

function PasskeyWay({ place, onSignedIn }: DeviceWaysProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const send = async (passkey: string) =>
    onSignedIn(await call(signInWithPasskey, { passkey, ...place }, { quiet: true }))
  const sendChosen = useEffectEvent((passkey: string) =>
    send(passkey).catch((error: unknown) => setFault(errorMessage(error))),
  )
  // In the list of the account field's autofill, for as long as the form is shown.
  useEffect(() => {
    let gone = false
    const offer = async () => {
      if (!(await autofillsPasskeys()) || gone) return
      const { options } = await call(queryPasskeySignIn, {}, { quiet: true })
      if (gone) return
      const passkey = await autofillPasskey(options)
      if (passkey && !gone) void sendChosen(passkey)
    }
    // Without it one has the button.
    offer().catch(() => undefined)
    return () => {
      gone = true
      callOffPasskey().catch(() => undefined)
    }
  }, [])
  const ask = async () => {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      const { options } = await call(queryPasskeySignIn, {}, { quiet: true })
      const passkey = await askForPasskey(options)
      if (passkey) await send(passkey)
      else setFault(t('none'))
    } catch (error) {
      setFault(error instanceof DOMException ? t('notHere') : errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="large" icon={Fingerprint} busy={busy} className="w-full" onClick={() => void ask()}>
        {t('passkey')}
      </Button>
      {fault && (
        <p role="alert" className="text-center text-caption text-danger">
          {fault}
        </p>
      )}
    </>
  )
}
