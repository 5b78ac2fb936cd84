import { currentUser, logout, type User } from '@clouddisk/contract/accounts'
import { getRouteApi, type RouterHistory, useRouter } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { loadSettings, sessionQuery } from '../features/accounts/session.ts'
import { automaticProvider, providerAddress } from '../features/accounts/sign-in-options.ts'
import { SignInPage } from '../features/accounts/sign-in-page.tsx'
import { call, client } from '../lib/api.ts'
import { forgetHostToken } from '../lib/host-session.ts'
import { lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { queryClient } from '../lib/query-client.ts'
import { isVisitorAddress, safeReturnAddress } from '../lib/return-address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
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
  const { service: requested, state, why, fault, traceId, local } = signInRoute.useSearch()
  const { history } = useRouter()
  const service = safeReturnAddress(requested ?? state, location.origin)
  const [known, setKnown] = useState<User | null>()
  useEffect(() => {
    // The local form is for administrators when a provider is broken. A fault would only be met again, and who was signed out
    // by others has to read that.
    const automatic = local || fault || why === 'signed_out' ? null : automaticProvider()
    const asNobody = async () => {
      forgetHostToken()
      const providerId = await automatic
      if (providerId) location.replace(providerAddress(providerId, service))
      else setKnown(null)
    }
    call(currentUser, {}, { quiet: true }).then(setKnown, () => void asNobody())
  }, [local, fault, why, service])
  useEffect(() => {
    if (!known || !isComplete(known)) return
    if (fault) void showFault(fault)
    void goOn(service, known.userId, history)
  }, [known, fault, service, history])
  if (known === undefined || (known && isComplete(known))) return <Loading label={t('starting')} />
  return (
    <SignInPage
      service={service}
      why={why}
      fault={fault}
      traceId={traceId}
      mustChange={known?.mustChangePassword ?? false}
      nextStep={known?.nextStep ?? null}
      Step={SignInStepPage}
      onDone={(userId) => void goOn(service, userId, history)}
      onOtherAccount={() => location.assign(client.urlOf(logout, { service: location.href }))}
    />
  )
}

export const isComplete = (user: User): boolean => !user.mustChangePassword && !user.nextStep

/** To somebody who is signed in still: linking a provider has failed. */
async function showFault(fault: string): Promise<void> {
  const { faultText } = await loadWithTimeout(() => import('../features/accounts/other-ways.tsx'))
  toast.error(await faultText(fault))
}

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
