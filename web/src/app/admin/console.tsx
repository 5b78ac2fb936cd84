import type { User } from '@clouddisk/contract/accounts'
import { mayAdminister } from '@clouddisk/contract/admin-areas'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { followSettings, sessionQuery } from '../../features/accounts/session.ts'
import { UserMenu } from '../../features/accounts/user-menu.tsx'
import { PasswordsDialog } from '../../features/directory/people/passwords-dialog.tsx'
import { type AdminAddress, type AdminPageProps, AllPeople } from '../../lib/admin.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useMediaQuery, usePhone } from '../../lib/media-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { clientParts } from '../client-mode/client-parts.ts'
import { ErrorPage } from '../error-page.tsx'
import { useLiveRefresh } from '../global-hosts.tsx'
import { showNoSuchAddress } from '../no-such-address.ts'
import { BellSlot } from '../notifications.tsx'
import { PageBoundary } from '../page-boundary.tsx'
import { WelcomeHost } from '../policies.tsx'
import { HelpMenu } from '../shell/help-menu.tsx'
import { rememberUser } from '../shell/last-user.ts'
import { SkipLink, useAnnouncePage, useVersionWatch } from '../shell/page-effects.tsx'
import { PhoneBar } from '../shell/phone-bar.tsx'
import { ShortcutSheet } from '../shell/shortcut-sheet.tsx'
import { t as shellText } from '../strings.ts'
import { ConsoleDrawer } from './console-drawer.tsx'
import { ConsoleMenu } from './console-menu.tsx'
import { provideAdminExtensions } from './extensions.tsx'
import { useFocusRescue } from './focus-rescue.ts'
import { type AdminPage, hasAllPeople, mayChange, pageNamed, pagesForRoles } from './pages.ts'
import { t } from './strings.ts'

provideAdminExtensions()

/** Of groups, as of items in the drive. */
const SyncDialogs = lazyPart(() => import('../../features/node-sync/sync-dialogs.tsx'), 'SyncDialogs')

/** The administration (R224, R226); requires an administrator role. */
export function Console(): ReactElement {
  const user = useSuspenseQuery(sessionQuery).data
  useEffect(() => {
    // Refetch the session: roles may have changed since the page was loaded.
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [])
  useEffect(() => rememberUser(user.userId), [user.userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person
  useEffect(followSettings, [user.userId])
  useLiveRefresh(user.userId)
  return (
    <>
      {pagesForRoles(user.adminRoles).length === 0 ? (
        <ErrorPage code="403" text={t('notAdmin')} />
      ) : (
        <ConsoleFrame user={user} />
      )}
      <Suspense>
        <SyncDialogs />
      </Suspense>
      <WelcomeHost user={user} />
    </>
  )
}

const consoleRoute = getRouteApi('/admin/$')

function ConsoleFrame({ user }: { user: User }): ReactElement {
  const { _splat: place = '' } = consoleRoute.useParams()
  const slash = `${place}/`.indexOf('/')
  const [name, rest] = [place.slice(0, slash), place.slice(slash + 1)]
  const pages = pagesForRoles(user.adminRoles)
  const page = pageNamed(name)
  const client = clientParts.use()
  // As in the drive: the desktop client has its menu beside the page, and never a header (R5, R34).
  const phone = usePhone() && !client
  const wide = useMediaQuery(client ? '(width >= 960px)' : '(width >= 1280px)')
  const [sheet, setSheet] = useState(false)
  const { pathname } = useLocation()
  useVersionWatch(pathname)
  useAnnouncePage()
  useFocusRescue()
  const showShortcuts = () => setSheet(true)
  useShortcuts(shellText('everywhere'), [
    { name: 'shortcuts', label: shellText('shortcuts'), keys: '?', run: showShortcuts },
  ])
  return (
    <div className={clsx('flex h-full', phone && 'flex-col')}>
      <SkipLink />
      {phone ? (
        <PhoneBar
          user={user}
          transfers={<BellSlot />}
          drawer={(state) => <ConsoleDrawer {...state} pages={pages} current={page} />}
        />
      ) : (
        <div className={wide ? 'w-[232px] shrink-0' : 'w-16 shrink-0'}>
          <ConsoleMenu
            pages={pages}
            current={page}
            rail={!wide}
            foot={client && <client.MenuFoot user={user} rail={!wide} administration />}
          />
        </div>
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {!phone && !client && (
          <header className="flex h-14 shrink-0 items-center gap-1.5 border-b border-line bg-bg px-6">
            <p className="mr-auto text-section font-semibold">{t('title')}</p>
            <HelpMenu onShortcuts={showShortcuts} />
            <BellSlot />
            <UserMenu user={user} />
          </header>
        )}
        <main id="main" tabIndex={-1} className="relative mb-(--dock-height,0px) min-h-0 flex-1 outline-none">
          <PageBoundary key={name} inside>
            <Suspense fallback={<Loading />}>
              {name === '' ? (
                <First path={pages[0]?.path} />
              ) : page === undefined || !leadsSomewhere(page, rest) ? (
                <NoSuchAddress />
              ) : pages.includes(page) ? (
                <AllPeople value={hasAllPeople(user.adminRoles)}>
                  <Shown
                    page={page}
                    rest={rest}
                    change={mayChange(user.adminRoles, page)}
                    sees={(area) => mayAdminister(user.adminRoles, area, 'read')}
                  />
                </AllPeople>
              ) : (
                <ErrorPage code="403" text={t('notYourArea')} inside />
              )}
            </Suspense>
          </PageBoundary>
        </main>
      </div>
      <PasswordsDialog />
      {sheet && <ShortcutSheet open={sheet} onOpenChange={setSheet} />}
    </div>
  )
}

/** Pages with `below` take one id after their address; the others take nothing. */
const leadsSomewhere = ({ below }: AdminPage, rest: string): boolean =>
  rest === '' || (below === true && !rest.includes('/'))

/** /disk/admin redirects to the first page that the caller's roles open. */
function First({ path }: { path: string | undefined }): ReactElement {
  const navigate = useNavigate()
  useEffect(() => {
    if (path) void navigate({ to: '/admin/$', params: { _splat: path }, replace: true })
  }, [path, navigate])
  return <Loading />
}

function NoSuchAddress(): ReactElement {
  const navigate = useNavigate()
  useEffect(() => {
    showNoSuchAddress()
    void navigate({ to: '/personalFile', replace: true })
  }, [navigate])
  return <Loading />
}

interface ShownProps extends Pick<AdminPageProps, 'change' | 'sees'> {
  page: AdminPage
  rest: string
}

function Shown({ page, rest, ...may }: ShownProps): ReactElement {
  const { Page, path } = page
  const navigate = useNavigate()
  const search: Record<string, string> = consoleRoute.useSearch()
  const address: AdminAddress = {
    rest,
    search,
    go: (to) =>
      void navigate({ to: '/admin/$', params: { _splat: to ? `${path}/${to}` : path }, search: {} }),
    visit: (to, next) => void navigate({ to: '/admin/$', params: { _splat: to }, search: next }),
    narrow: (next) =>
      void navigate({
        to: '/admin/$',
        params: { _splat: rest ? `${path}/${rest}` : path },
        search: (now: object) => ({ ...now, ...next }),
        replace: true,
      }),
  }
  return <Page {...may} address={address} />
}
