import { Bell as BellIcon } from 'lucide-react'
import { type ReactElement, Suspense, useEffect } from 'react'
import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { createStore } from '../lib/store.ts'

/**
 * The notification bell in the header. Loaded after the first user input, or some seconds after the first
 * paint, so that the first load is smaller and an idle page still shows notifications.
 */

const load = () => import('../features/notifications/bell.tsx')
const Bell = lazyPart(load, 'Bell')

const isAwake = createStore(false)

const wake = () =>
  loadWithTimeout(load).then(
    () => isAwake.set(true),
    () => undefined,
  )
const DRAWN_MS = 3000

export function BellSlot(): ReactElement {
  const awake = isAwake.use()
  useEffect(() => {
    setTimeout(wake, DRAWN_MS)
    return fetchWhenIdle(wake)
  }, [])
  const space = (
    <span className="flex size-[34px] shrink-0 items-center justify-center text-fg-2 max-md:size-11 max-md:text-inherit">
      <BellIcon size={18} aria-hidden />
    </span>
  )
  return awake ? (
    <Suspense fallback={space}>
      <Bell />
    </Suspense>
  ) : (
    space
  )
}
