import { ApiError, isUnauthorized } from '@clouddisk/client/http/errors'
import type { Language } from '@clouddisk/contract/errors'
import { checkHelperToken, type HelperPurpose } from '@clouddisk/contract/local-helper'
import { textOf as transferText } from '../transfers/strings.ts'
import { HelperRefusal } from './refusal.ts'
import { textOf } from './strings.ts'
import type { HelperWork } from './work.ts'

/**
 * Whether a page made the token on which the client's own user is signed in. Uses the token up.
 * @returns the user's id.
 * @throws HelperRefusal
 */
export async function checkToken(
  { client, session }: Pick<HelperWork, 'client' | 'session'>,
  input: { readonly token: string; readonly purpose: HelperPurpose },
  language: Language,
): Promise<string> {
  const userId = session()?.userId
  const notSignedIn = () => new HelperRefusal('notSignedIn', textOf('notSignedIn', language))
  const refused = () => new HelperRefusal('tokenRefused', textOf('tokenRefused', language))
  if (userId === undefined) throw notSignedIn()
  if (input.token === '') throw refused()
  try {
    await client.call(checkHelperToken, input)
  } catch (error) {
    if (isUnauthorized(error)) throw notSignedIn()
    if (error instanceof ApiError && error.name === 'helper_token_refused') throw refused()
    throw new HelperRefusal('failed', transferText(error, language))
  }
  return userId
}

/**
 * Somebody else may have signed in while the person was choosing.
 * @throws HelperRefusal
 */
export function requireUser(session: HelperWork['session'], userId: string, language: Language): void {
  if (session()?.userId !== userId) throw new HelperRefusal('notSignedIn', textOf('notSignedIn', language))
}
