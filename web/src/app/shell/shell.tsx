import { logPc } from '@clouddisk/contract/accounts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react'
import { followSettings, sessionQuery } from '../../features/accounts/session.ts'
import { call } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useMediaQuery, usePhone } from '../../lib/media-query.ts'
import { useShownTitle } from '../../lib/page-title.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { announce } from '../../ui/announcer.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { Companions } from '../companions.tsx'
import { PageBoundary } from '../page-boundary.tsx'
import { KeptPersonalFiles } from '../pages/kept-personal-files.tsx'
import { reloadIfNewer } from '../stale-page.ts'
import { t } from '../strings.ts'
import { TransferButtonSlot } from '../transfers.tsx'
import { Header } from './header.tsx'
import { rememberUser } from './known-user.ts'
import { PhoneBar } from './phone-bar.tsx'
import { SideMenu } from './side-menu.tsx'

const ShortcutSheet = lazyPart(
  () => import('./shortcut-sheet.tsx'),
  (part) => part.ShortcutSheet,
)

/** Menu, header and the page in front. */
export function Shell(): ReactElement {
  const user = useSuspenseQuery(sessionQuery).data
  const phone = usePhone()
  const wide = useMediaQuery('(width >= 1280px)')
  const [sheet, setSheet] = useState(false)
  useEffect(() => rememberUser(user.userId), [user.userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person
  useEffect(() => void followSettings(), [user.userId])
  const { pathname } = useLocation()
  useVersionWatch(pathname)
  useAnnouncedPages()
  const showShortcuts = () => setSheet(true)
  useShortcuts(t('everywhere'), [{ name: 'shortcuts', label: t('shortcuts'), keys: '?', run: showShortcuts }])
  return (
    <div className="flex h-full max-md:flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link; only its entry in the history is kept out */}
      <a
        href="#main"
        onClick={(event) => {
          // The address stays what it is: a fragment would be another entry of the history.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="absolute left-3 z-50 -translate-y-20 rounded-m bg-accent px-4 py-2 text-accent-fg focus-visible:translate-y-2"
      >
        {t('skipToContent')}
      </a>
      {phone ? (
        <PhoneBar user={user} transfers={<TransferButtonSlot />} />
      ) : (
        <div className={wide ? 'w-[232px] shrink-0' : 'w-16 shrink-0'}>
          <SideMenu rail={!wide} />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {!phone && <Header user={user} transfers={<TransferButtonSlot />} onShortcuts={showShortcuts} />}
        <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 outline-none">
          <KeptPersonalFiles />
          <PageBoundary key={pathname} inside>
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </main>
      </div>
      <Companions userId={user.userId} />
      <Suspense>{sheet && <ShortcutSheet open={sheet} onOpenChange={setSheet} />}</Suspense>
    </div>
  )
}

/** After each switch of the menu: tells the server which page is open and learns whether there is a newer one (C30). */
function useVersionWatch(pathname: string): void {
  useEffect(() => {
    call(logPc, { page: pathname }).then(reloadIfNewer, () => undefined)
  }, [pathname])
}

/** Tells those who do not see it that another page is in front. */
function useAnnouncedPages(): void {
  const title = useShownTitle()
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) announce(title)
    first.current = false
  }, [title])
}
