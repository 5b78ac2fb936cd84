import { currentUser, logout, type User } from '@clouddisk/contract/accounts'
import { getRouteApi, type RouterHistory, useRouter } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { loadSettings, sessionQuery } from '../features/accounts/session.ts'
import { SignInPage } from '../features/accounts/sign-in-page.tsx'
import { call, client } from '../lib/api.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { queryClient } from '../lib/query-client.ts'
import { isVisitorAddress, safeReturnAddress } from '../lib/return-address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { lastUserId } from './shell/last-user.ts'
import { t } from './strings.ts'

export const SignInStepPage = lazyPart(
  () => import('../features/second-factor/sign-in-step.tsx'),
  'SignInStepPage',
)

const signInRoute = getRouteApi('/login')

/**
 * /login: redirects if signed in; otherwise shows the sign-in page and returns to the previous address
 * afterwards.
 */
export function SignInRoute(): ReactElement {
  const { service: requested, why } = signInRoute.useSearch()
  const { history } = useRouter()
  const service = safeReturnAddress(requested, location.origin)
  const [known, setKnown] = useState<User | null>()
  useEffect(() => {
    call(currentUser, {}, { quiet: true }).then(setKnown, () => setKnown(null))
  }, [])
  useEffect(() => {
    if (known && isComplete(known)) void goOn(service, known.userId, history)
  }, [known, service, history])
  if (known === undefined || (known && isComplete(known))) return <Loading label={t('starting')} />
  return (
    <SignInPage
      service={service}
      why={why}
      mustChange={known?.mustChangePassword ?? false}
      nextStep={known?.nextStep ?? null}
      Step={SignInStepPage}
      onDone={(userId) => void goOn(service, userId, history)}
      onOtherAccount={() => location.assign(client.urlOf(logout, { service: location.href }))}
    />
  )
}

export const isComplete = (user: User): boolean => !user.mustChangePassword && !user.nextStep

/**
 * Reloads the page if another person signs in, so that nothing of the previous person remains. The page of visitors of
 * links is another document.
 */
export async function goOn(
  service: string,
  userId: string | undefined,
  history: RouterHistory,
): Promise<void> {
  const before = lastUserId()
  // The page begins as this person has set it.
  await loadSettings()
  if ((before !== undefined && before !== userId) || isVisitorAddress(service))
    return location.replace(service)
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  await queryClient.invalidateQueries()
  history.replace(service)
}
