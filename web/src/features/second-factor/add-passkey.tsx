import { addPasskey, beginPasskey, PASSKEY_NAME_MAX } from '@clouddisk/contract/second-factor'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { createPasskey, PasskeyExists } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { t } from './strings.ts'

interface AddPasskeyProps {
  size?: 'medium' | 'large'
  /** With recovery codes if the person had none. */
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Names a passkey and makes it. */
export function AddPasskey({ size = 'medium', onDone }: AddPasskeyProps): ReactElement {
  const [name, setName] = useState(deviceName)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setFault(t('passkeyNameMissing'))
    setBusy(true)
    setFault(undefined)
    try {
      const { options } = await call(beginPasskey, {})
      const passkey = await createPasskey(options)
      if (!passkey) return setFault(t('noPasskeyMade'))
      const { recoveryCodes } = await call(addPasskey, { name: name.trim(), passkey })
      onDone(recoveryCodes)
    } catch (error) {
      setFault(faultOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-body text-fg-2">{t('addPasskeyText')}</p>
      <Field label={t('passkeyName')} error={fault}>
        <Input
          size={size}
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size={size} icon={Fingerprint} busy={busy}>
        {t('goOn')}
      </Button>
    </form>
  )
}

function faultOf(error: unknown): string {
  if (error instanceof PasskeyExists) return t('passkeyExists')
  return error instanceof DOMException ? t('passkeyNotHere') : errorMessage(error)
}

/** A first name for it: the system that the browser runs on. */
function deviceName(): string {
  const { userAgent } = navigator
  const systems = [
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Android', /Android/],
    ['Windows', /Windows/],
    ['Mac', /Macintosh/],
    ['Linux', /Linux/],
  ] as const
  return systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? ''
}
