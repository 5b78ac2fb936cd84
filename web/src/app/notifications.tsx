import { type ReactElement, Suspense, useEffect } from 'react'
import { provideExtension } from '../lib/extension-points.ts'
import { fetchWhenIdle, lazyPart, loadWithTimeout } from '../lib/lazy-part.ts'
import { createStore } from '../lib/store.ts'

/**
 * The notification bell in the header. Loaded after the first user input, or some seconds after the first
 * paint, so that the first load is smaller and an idle page still shows notifications.
 */

const load = () => import('../features/notifications/bell.tsx')
const Bell = lazyPart(load, 'Bell')

/** Mails link here to the mail settings. */
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
  // The settings can be opened only while the bell is mounted.
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
