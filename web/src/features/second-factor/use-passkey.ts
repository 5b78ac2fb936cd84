import { queryPasskeyOptions } from '@clouddisk/contract/second-factor'
import { useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { askForPasskey } from '../../lib/passkeys.ts'
import { t } from './strings.ts'

/** Asks for one of the person's passkeys and sends the answer. */
export function usePasskey(
  send: (passkey: string) => Promise<unknown>,
  onFault: (text: string | undefined) => void,
): { busy: boolean; ask: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    if (busy) return
    setBusy(true)
    onFault(undefined)
    try {
      const { options } = await call(queryPasskeyOptions, {}, { quiet: true })
      const passkey = await askForPasskey(options)
      if (passkey) await send(passkey)
      else onFault(t('noPasskeyUsed'))
    } catch (error) {
      onFault(error instanceof DOMException ? t('passkeyNotHere') : errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, ask }
}
