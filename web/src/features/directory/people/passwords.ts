import { BASE_PATH } from '@clouddisk/contract/route'
import { publicConfigQuery } from '../../../lib/public-config.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { createRequests } from '../../../lib/requests.ts'
import { t } from '../strings.ts'
import { saveCsv } from './save-csv.ts'

/** Passwords that the server generated and returns only once: they are shown until the reader confirms. */

export interface GeneratedPassword {
  readonly accountName: string
  readonly userRealName: string
  readonly password: string
}

/** The generated ones among results; those without have kept theirs. */
export const passwordsOf = (
  results: readonly (Omit<GeneratedPassword, 'password'> & { readonly password?: string | undefined })[],
): readonly GeneratedPassword[] =>
  results.flatMap(({ accountName, userRealName, password }) =>
    password === undefined ? [] : [{ accountName, userRealName, password }],
  )

const requests = createRequests<readonly GeneratedPassword[], void>()
/** For the dialog that shows them. */
export const useGeneratedPasswords = requests.useOpen

/** Shows them until they are confirmed, on whatever page. */
export async function showGeneratedPasswords(passwords: readonly GeneratedPassword[]): Promise<void> {
  const release = blockUnload()
  await requests.ask(passwords)
  release()
}

let held = 0
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Until released, the browser asks before leaving the page. */
export function blockUnload(): () => void {
  if (held++ === 0) addEventListener('beforeunload', ask)
  let done = false
  return () => {
    if (done) return
    done = true
    if (--held === 0) removeEventListener('beforeunload', ask)
  }
}

/** Where people sign in: the administrator's own address may be valid on this machine only. */
function address(): string {
  const config = queryClient.getQueryData(publicConfigQuery.queryKey)
  return new URL(BASE_PATH, config?.publicOrigin ?? location.origin).href
}

/** What a person needs for the first sign-in, as text to send. */
export const signInText = ({ accountName, password }: GeneratedPassword): string =>
  [
    t('signInAddress', { address: address() }),
    t('signInAccount', { account: accountName }),
    t('signInPassword', { password }),
  ].join('\n')

export const signInTexts = (passwords: readonly GeneratedPassword[]): string =>
  passwords.map((one) => `${one.userRealName}\n${signInText(one)}`).join('\n\n')

export const savePasswordsCsv = (passwords: readonly GeneratedPassword[]): void =>
  saveCsv(t('passwordsTitle', { count: passwords.length }), [
    [t('realName'), t('address'), t('accountName'), t('password')],
    ...passwords.map(({ accountName, userRealName, password }) => [
      userRealName,
      address(),
      accountName,
      password,
    ]),
  ])
