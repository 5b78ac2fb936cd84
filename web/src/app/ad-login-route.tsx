import { currentUser, logout, type User } from '@clouddisk/contract/accounts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { SignInPage } from '../features/accounts/sign-in-page.tsx'
import { SignedInAlready } from '../features/accounts/signed-in-already.tsx'
import { call, client } from '../lib/api.ts'
import { endHostSession, forgetHostToken } from '../lib/host-session.ts'
import { safeReturnAddress } from '../lib/return-address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { goOn, isComplete, SignInStepPage } from './sign-in-route.tsx'
import { t } from './strings.ts'

const adLoginRoute = getRouteApi('/ADlogin')

/** /ADlogin: sign-in with the account of a directory. It leads nowhere by itself; whoever is signed in is told so (C9). */
export function AdLoginRoute(): ReactElement {
  const { service: requested } = adLoginRoute.useSearch()
  const { history } = useRouter()
  const service = safeReturnAddress(requested, location.origin)
  const [known, setKnown] = useState<User | null>()
  useEffect(() => {
    call(currentUser, {}, { quiet: true }).then(setKnown, () => {
      forgetHostToken()
      setKnown(null)
    })
  }, [])
  const leave = async () => {
    await endHostSession()
    location.assign(client.urlOf(logout, { service: location.href }))
  }
  if (known === undefined) return <Loading label={t('starting')} />
  if (known && isComplete(known))
    return (
      <SignedInAlready
        name={known.userRealName}
        onOpen={() => void goOn(service, known.userId, history)}
        onOtherAccount={() => void leave()}
      />
    )
  return (
    <SignInPage
      service={service}
      domainOnly
      why={undefined}
      mustChange={known?.mustChangePassword ?? false}
      nextStep={known?.nextStep ?? null}
      Step={SignInStepPage}
      onDone={(userId) => void goOn(service, userId, history)}
      onOtherAccount={() => void leave()}
    />
  )
}
