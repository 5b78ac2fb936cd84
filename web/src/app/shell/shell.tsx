import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { followSettings, sessionQuery } from '../../features/accounts/session.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useMediaQuery, usePhone } from '../../lib/media-query.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { clientParts } from '../client-mode/client-parts.ts'
import { GlobalHosts } from '../global-hosts.tsx'
import { BellSlot } from '../notifications.tsx'
import { PageBoundary } from '../page-boundary.tsx'
import { KeepAliveAreas } from '../pages/keep-alive-areas.tsx'
import { WelcomeHost } from '../policies.tsx'
import { rememberPage } from '../start-page.ts'
import { t } from '../strings.ts'
import { TourHost } from '../tour/tour-host.tsx'
import { TransferButton } from '../transfers.tsx'
import { Header } from './header.tsx'
import { rememberUser } from './last-user.ts'
import { SkipLink, useAnnouncePage, useKeptShell, useVersionWatch } from './page-effects.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { QuickSearchHost, SearchButton } from './search-button.tsx'
import { SideMenu } from './side-menu.tsx'

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet')

/** Menu, header and the page in front. */
export function Shell(): ReactElement {
  const user = useSuspenseQuery(sessionQuery).data
  const client = clientParts.use()
  // The desktop client has its menu beside the page in narrow windows too, and never a header (R5, R34).
  const phone = usePhone() && !client
  const wide = useMediaQuery(client ? '(width >= 960px)' : '(width >= 1280px)')
  const [sheet, setSheet] = useState(false)
  useEffect(() => rememberUser(user.userId), [user.userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person
  useEffect(followSettings, [user.userId])
  const { pathname } = useLocation()
  useEffect(() => rememberPage(pathname), [pathname])
  useVersionWatch(pathname)
  useAnnouncePage()
  useKeptShell()
  const showShortcuts = () => setSheet(true)
  useShortcuts(t('everywhere'), [{ name: 'shortcuts', label: t('shortcuts'), keys: '?', run: showShortcuts }])
  return (
    <div className={clsx('flex h-full', phone && 'flex-col')}>
      <SkipLink />
      {phone ? (
        <PhoneBar
          user={user}
          transfers={
            <>
              <SearchButton />
              <TransferButton />
              <BellSlot />
            </>
          }
        />
      ) : (
        <div className={wide ? 'w-[232px] shrink-0' : 'w-16 shrink-0'}>
          <SideMenu rail={!wide} />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {!phone && !client && (
          <Header
            user={user}
            transfers={<TransferButton />}
            bell={<BellSlot />}
            search={<SearchButton wide />}
            onShortcuts={showShortcuts}
          />
        )}
        <main id="main" tabIndex={-1} className="relative mb-(--dock-height,0px) min-h-0 flex-1 outline-none">
          <KeepAliveAreas />
          <PageBoundary key={pathname} inside>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </main>
      </div>
      <QuickSearchHost user={user} onShortcuts={showShortcuts} />
      <GlobalHosts userId={user.userId} />
      <TourHost userId={user.userId} />
      <WelcomeHost user={user} />
      <Suspense>{sheet && <ShortcutSheet open={sheet} onOpenChange={setSheet} />}</Suspense>
    </div>
  )
}
