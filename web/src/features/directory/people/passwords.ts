import { BASE_PATH } from '@clouddisk/contract/route'
import { publicConfigQuery } from '../../../lib/public-config.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { createRequests } from '../../../lib/requests.ts'
import { t } from '../strings.ts'
import { saveCsv } from './save-csv.ts'

/** Passwords that the server made up and tells this once: nothing may lose them before somebody has kept them. */

export interface GeneratedPassword {
  readonly accountName: string
  readonly userRealName: string
  readonly password: string
}

const requests = createRequests<readonly GeneratedPassword[], void>()
/** For the dialog that shows them. */
export const useGeneratedPasswords = requests.useOpen

/** Shows them until somebody says that they are kept, whatever page is in front meanwhile. */
export async function showGeneratedPasswords(made: readonly GeneratedPassword[]): Promise<void> {
  const release = blockUnload()
  await requests.ask(made)
  release()
}

let held = 0
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** As long as it holds, the browser asks before it leaves the page. */
export function blockUnload(): () => void {
  if (held++ === 0) addEventListener('beforeunload', ask)
  let done = false
  return () => {
    if (done) return
    done = true
    if (--held === 0) removeEventListener('beforeunload', ask)
  }
}

/** Where people sign in: the administrator may have come by an address that only this machine knows. */
function address(): string {
  const config = queryClient.getQueryData(publicConfigQuery.queryKey)
  return new URL(BASE_PATH, config?.publicOrigin ?? location.origin).href
}

/** What somebody needs for the first sign-in, to be sent as it is. */
export const signInText = ({ accountName, password }: GeneratedPassword): string =>
  [
    t('signInAddress', { address: address() }),
    t('signInAccount', { account: accountName }),
    t('signInPassword', { password }),
  ].join('\n')

export const signInTexts = (made: readonly GeneratedPassword[]): string =>
  made.map((one) => `${one.userRealName}\n${signInText(one)}`).join('\n\n')

export const savePasswordsCsv = (made: readonly GeneratedPassword[]): void =>
  saveCsv(t('passwordsTitle', { count: made.length }), [
    [t('realName'), t('address'), t('accountName'), t('password')],
    ...made.map(({ accountName, userRealName, password }) => [
      userRealName,
      address(),
      accountName,
      password,
    ]),
  ])
