import { querySignInOptions, type SignInOptions, ssoStart } from '@clouddisk/contract/sign-in'
import { queryOptions } from '@tanstack/react-query'
import { call, client } from '../../lib/api.ts'
import { takeSignInAgain } from '../../lib/sign-in-again.ts'

/** What the sign-in page offers besides the account form. By no helper that later parts share, or it would wait for them. */

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: () => call(querySignInOptions, {}, { quiet: true }),
})

/** Leads to a provider, and from there to `service`. Called when the page goes there. */
export function providerAddress(providerId: string, service: string): string {
  const again = takeSignInAgain()
  return client.urlOf(ssoStart, { providerId, service, ...(again && { again }) })
}

/** The provider that the page goes to without asking; null where there is none, or nobody answers. */
export const automaticProvider = (): Promise<SignInOptions['automaticProviderId']> =>
  call(querySignInOptions, {}, { quiet: true, timeoutMs: 5000 }).then(
    ({ automaticProviderId }) => automaticProviderId,
    () => null,
  )
