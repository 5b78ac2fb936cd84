import { LIMITS } from '@clouddisk/contract/limits'
import { type ReactElement, Suspense, useEffect } from 'react'
import { lazyPart, loadWithTimeout } from '../../lib/lazy-part.ts'
import { readStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

const Tour = lazyPart(() => import('./tour.tsx'), 'Tour')
const shown = createStore(false)

export const showTour = (): void => shown.set(true)

/** Under the specification's name, for each person who signs in at this browser. */
const tourKey = (userId: string): string => `showLeadTip.${userId}`

/** The tour of a new person, a second after the page has loaded (A§9), and again from the help menu. */
export function TourHost({ userId }: { userId: string }): ReactElement {
  const on = shown.use()
  useEffect(() => {
    const key = tourKey(userId)
    if (readStored(key) === 'false') return
    const gone = new AbortController()
    const timer = setTimeout(() => {
      loadWithTimeout(() => import('./offer-tour.ts')).then(
        ({ offerTour }) => offerTour(key, showTour, gone.signal),
        () => undefined,
      )
    }, LIMITS.tourDelayMs)
    return () => {
      clearTimeout(timer)
      gone.abort()
      shown.set(false)
    }
  }, [userId])
  return <Suspense>{on && <Tour onEnd={() => shown.set(false)} />}</Suspense>
}
