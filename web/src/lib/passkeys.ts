import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { loadWithTimeout } from './lazy-part.ts'

/** Passkeys of this browser (WebAuthn); the library is loaded when one is first used. */

const load = () => loadWithTimeout(() => import('@simplewebauthn/browser'))

/** Whether browsers make passkeys at this address: https or localhost, by a name. */
export const passkeysWork = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** As the server gives them. */
type Options = Record<string, unknown>

/** The authenticator has a passkey of this account already. */
export class PasskeyExists extends Error {
  override readonly name = 'PasskeyExists'
}

/** Makes a passkey. Undefined if the person gave up, or let it time out. */
export async function createPasskey(options: Options): Promise<string | undefined> {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return answerOf(startRegistration({ optionsJSON }))
}

/** Asks for a passkey. Undefined if the person gave up, or let it time out. */
export async function askForPasskey(options: Options): Promise<string | undefined> {
  const { startAuthentication } = await load()
  return answerOf(startAuthentication({ optionsJSON: toRequest(options) }))
}

/** Whether the browser offers passkeys in the list of its autofill. */
export async function autofillsPasskeys(): Promise<boolean> {
  if (!passkeysWork()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/** Offers passkeys in the autofill of the account field; waits until one is chosen. Undefined if it was called off. */
export async function autofillPasskey(options: Options): Promise<string | undefined> {
  const { startAuthentication } = await load()
  return answerOf(startAuthentication({ optionsJSON: toRequest(options), useBrowserAutofill: true }))
}

/** Ends a request that waits for the autofill. */
export async function callOffPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

const toRequest = (options: Options) => options as unknown as PublicKeyCredentialRequestOptionsJSON

async function answerOf(asked: Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await asked)
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') throw new PasskeyExists()
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    throw error
  }
}
