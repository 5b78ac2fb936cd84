import { readSessionStored, writeSessionStored } from './storage.ts'

/** The next sign-in through a provider has to ask who the person is; kept over the sign-out that comes before it. */

const KEY = 'clouddisk.sign-in-again'

export const signInAgainNext = (): void => writeSessionStored(KEY, 'true')

/** Whether it has to; true once. */
export function takeSignInAgain(): boolean {
  const again = readSessionStored(KEY) !== undefined
  writeSessionStored(KEY, undefined)
  return again
}
