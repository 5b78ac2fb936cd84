import { type ReactElement, Suspense, useEffect } from 'react'
import { provideExtension } from '../lib/extension-points.ts'
import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { createStore } from '../lib/store.ts'

/**
 * The bell in the header: it is fetched once somebody is there, or the page has been drawn for a while, so that the
 * first load is without it and a page that nobody touches tells all the same.
 */

const load = () => import('../features/notifications/bell.tsx')
const Bell = lazyPart(load, (part) => part.Bell)

/** Mails lead here to say what is to be mailed. */
const bell = createStore({ awake: false, settings: location.hash === '#notification-settings' })

const set = (settings: boolean) => bell.set({ awake: true, settings })

const wake = () =>
  loadWithTimeout(load).then(
    () => set(bell.get().settings),
    () => undefined,
  )
const DRAWN_MS = 3000

export function BellSlot(): ReactElement {
  const { awake, settings } = bell.use()
  useEffect(() => {
    setTimeout(wake, DRAWN_MS)
    return fetchWhenIdle(wake)
  }, [])
  // Where no bell stands, nobody opens its settings.
  useEffect(() => provideExtension('notifications', { openSettings: () => set(true) }), [])
  const space = <span className="size-[34px] shrink-0 max-md:size-11" />
  return awake || settings ? (
    <Suspense fallback={space}>
      <Bell settings={settings} onSettings={set} />
    </Suspense>
  ) : (
    space
  )
}
