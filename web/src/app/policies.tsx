import type { User } from '@clouddisk/contract/accounts'
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { toAcknowledge } from '../lib/welcome.ts'

const load = () => import('./policies-part.tsx')
export const PolicyRoute = lazyPart(load, 'PolicyRoute')
export const NoticesDialog = lazyPart(load, 'NoticesDialog')
const WelcomeQuestions = lazyPart(load, 'WelcomeQuestions')

/** Loaded once there is something to acknowledge. */
export function WelcomeHost({ user }: { user: User }): ReactElement {
  const [used, setUsed] = useState(false)
  const left = user.toAcknowledge?.length ?? 0
  if (!used && left > 0) setUsed(true)
  useEffect(() => toAcknowledge.set(left), [left])
  return <Suspense>{used && <WelcomeQuestions user={user} />}</Suspense>
}
