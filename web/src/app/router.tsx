import { ApiError, isUnauthorized } from '@clouddisk/client/http/errors'
import type { SessionEnd } from '@clouddisk/contract/accounts'
import { BASE_PATH } from '@clouddisk/contract/route'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { sessionQuery } from '../features/accounts/session.ts'
import { forgetEarlyAnswers } from '../lib/early-answers.ts'
import { host } from '../lib/host.ts'
import { forgetHostToken, handOverSession } from '../lib/host-session.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { POLICY_LIST, POLICY_PAGES } from '../lib/policy-addresses.ts'
import { queryClient } from '../lib/query-client.ts'
import { Loading } from '../ui/skeleton.tsx'
import { FailedPage } from './failed-page.tsx'
import { showNoSuchAddress } from './no-such-address.ts'
import type { FilesSearch } from './pages/files-entry.ts'
import { areaAt, openFirstFiles } from './pages/first-files.ts'
import { PolicyRoute } from './policies.tsx'
import { Root } from './root.tsx'
import { Shell } from './shell/shell.tsx'
import { startAddress } from './start-page.ts'
import { t } from './strings.ts'
import { isSessionEnd, sessionEndOf } from './unauthorized.ts'

/**
 * Routes below /disk/ (A§2). A trailing slash or another case redirects to the spelling here; unknown
 * addresses redirect to the personal files.
 */

const ErrorPage = lazyPart(() => import('./error-page.tsx'), 'ErrorPage')
const SignInRoute = lazyPart(() => import('./sign-in-route.tsx'), 'SignInRoute')

const AdLoginRoute = lazyPart(() => import('./ad-login-route.tsx'), 'AdLoginRoute')

const rootRoute = createRootRoute({
  // Routes match in any case and with a trailing slash; other code compares addresses exactly.
  beforeLoad: ({ matches, location, buildLocation }) => {
    const route = matches.at(-1)
    if (route === undefined || route.routeId === '/$') return
    const same = { to: route.fullPath, params: route.params, search: true, hash: true } as const
    if (buildLocation(same).pathname !== location.pathname) throw redirect({ ...same, replace: true })
  },
  component: Root,
  errorComponent: ({ error }) => <FailedPage error={error} />,
  notFoundComponent: () => null,
})

/** The parameter if it is a non-empty text. */
const textParam = <K extends string>(key: K, value: unknown): { [P in K]?: string } =>
  (typeof value === 'string' && value !== '' ? { [key]: value } : {}) as { [P in K]?: string }

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textParam('service', search.service),
    ...(isSessionEnd(search.why) && { why: search.why }),
    // Back from a provider’s sign-out.
    ...textParam('state', search.state),
    ...textParam('fault', search.fault),
    ...textParam('traceId', search.traceId),
    // Chosen on the sign-in page of another site.
    ...textParam('region', search.region),
    ...(search.local !== undefined && { local: true }),
  }),
  component: SignInRoute,
})

/** Without menu and header, and without a redirect where nobody is signed in (R26, C9). */
const adLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ADlogin',
  validateSearch: (search: Record<string, unknown>) => textParam('service', search.service),
  component: AdLoginRoute,
})

const errorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/error/$type',
  component: function ErrorRoute() {
    return <ErrorPage code={errorRoute.useParams().type} />
  },
})

/** Agreements and policies, without menu, header and session (A§2). */
const policyRoutes = [...Object.keys(POLICY_PAGES), POLICY_LIST].map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: PolicyRoute }),
)
type Place = Pick<ParsedLocation, 'href' | 'state'>

/** The session is loaded before anything is rendered. */
const forPeople = {
  getParentRoute: () => rootRoute,
  beforeLoad: async ({ location }: { location: Place }) => {
    try {
      const user = await queryClient.ensureQueryData(sessionQuery)
      if (user.mustChangePassword || user.nextStep) throw toSignIn(location)
      await handOverSession(user)
    } catch (error) {
      if (!(error instanceof ApiError && isUnauthorized(error))) throw error
      forgetHostToken()
      throw toSignIn(location, sessionEndOf(error))
    }
  },
  pendingComponent: () => <Loading label={t('starting')} />,
  errorComponent: ({ error }: { error: unknown }) => <FailedPage error={error} />,
}

/** Routes that require a session. */
const shellRoute = createRoute({
  ...forPeople,
  id: 'signed-in',
  beforeLoad: ({ location }: { location: Place & { pathname: string; search: FilesSearch } }) => {
    const session = forPeople.beforeLoad({ location })
    const area = areaAt(location.pathname)
    return area ? openFirstFiles(area, location.search, session) : session
  },
  component: Shell,
})

/** The administration; its frame knows the pages below (admin/pages.ts). */
const adminRoute = createRoute({
  ...forPeople,
  path: '/admin/$',
  params: {
    // The page's name in lower case; the id after it is kept.
    parse: ({ _splat }) => ({
      _splat: _splat?.replace(/\/+$/, '').replace(/^[^/]*/, (name) => name.toLowerCase()),
    }),
  },
  component: lazyPart(() => import('./admin/console.tsx'), 'Console'),
})

/** Opened by a phone that has scanned the code of a sign-in page. */
const qrRoute = createRoute({
  ...forPeople,
  path: '/qr',
  validateSearch: (search: Record<string, unknown>) => ({
    id: typeof search.id === 'string' ? search.id : '',
  }),
  component: lazyPart(() => import('./qr-route.tsx'), 'QrRoute'),
})

/** Without the shell: the Office server's editor fills the tab. */
const editorRoute = createRoute({
  ...forPeople,
  path: '/onlineEdit',
  validateSearch: (search: Record<string, unknown>) => ({
    id: typeof search.id === 'string' ? search.id : '',
    mode: search.mode === 'view' ? ('view' as const) : ('edit' as const),
  }),
  component: lazyPart(() => import('./online-edit-route.tsx'), 'OnlineEditRoute'),
})

/** After signing in the start page is the one of that person. */
function toSignIn({ href, state }: Place, why?: SessionEnd) {
  forgetEarlyAnswers()
  const service = BASE_PATH + (state.isStart ? '' : href.replace(/^\//, ''))
  return redirect({ to: '/login', search: { service, ...(why && { why }) }, replace: true })
}

/** File areas are kept alive by the shell, so their routes render nothing. */
const filesRoute = <P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: (search: Record<string, unknown>) => ({
      ...textParam('folder', search.folder),
      ...textParam('select', search.select),
      ...textParam('tab', search.tab),
    }),
    component: () => null,
  })
/** Pages that read from the address what they know. */
const pageRoute = <P extends string>(
  path: P,
  component: ReturnType<typeof lazyPart>,
  check: () => unknown = () => undefined,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: (search): Readonly<Record<string, string>> => search as Record<string, string>,
    beforeLoad: () => void check(),
    component,
  })
const UsageRoute = lazyPart(() => import('./pages/usage-route.tsx'), 'UsageRoute')

function toUnknown(): never {
  showNoSuchAddress()
  throw redirect({ to: '/personalFile', replace: true })
}
const anythingElse = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: toUnknown,
})
const starts = (['/', '/index', '/index.html', '/home'] as const).map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: startAddress(), replace: true, state: { isStart: true } })
    },
  }),
)

const routeTree = rootRoute.addChildren([
  ...starts,
  signInRoute,
  adLoginRoute,
  errorRoute,
  ...policyRoutes,
  adminRoute,
  qrRoute,
  editorRoute,
  shellRoute.addChildren([
    filesRoute('/personalFile'),
    filesRoute('/groupFile'),
    filesRoute('/fileShare'),
    pageRoute('/personalFile/usage', UsageRoute),
    pageRoute('/groupFile/usage', UsageRoute),
    pageRoute(
      '/mySharing',
      lazyPart(() => import('../features/links/links-page.tsx'), 'LinksPage'),
    ),
    pageRoute(
      '/myCollect',
      lazyPart(() => import('../features/favorites/favorites-page.tsx'), 'FavoritesPage'),
    ),
    pageRoute(
      '/recycleBin',
      lazyPart(() => import('./pages/trash-route.tsx'), 'TrashRoute'),
    ),
    pageRoute(
      '/personalTable',
      lazyPart(() => import('./pages/personal-table-route.tsx'), 'PersonalTableRoute'),
    ),
    pageRoute(
      '/library',
      lazyPart(() => import('./pages/library-route.tsx'), 'LibraryRoute'),
    ),
    pageRoute(
      '/clusterSync',
      lazyPart(() => import('./pages/node-sync-route.tsx'), 'NodeSyncRoute'),
    ),
    pageRoute(
      '/search',
      lazyPart(() => import('./pages/search-route.tsx'), 'SearchRoute'),
    ),
    pageRoute(
      '/clientTransList',
      lazyPart(() => import('./pages/client-transfers-route.tsx'), 'ClientTransfersRoute'),
      // The desktop client's alone (A§2).
      () => host() ?? toUnknown(),
    ),
    pageRoute(
      '/localSyncPage',
      lazyPart(() => import('./pages/local-sync-route.tsx'), 'LocalSyncRoute'),
      () => host() ?? toUnknown(),
    ),
    pageRoute(
      '/help/$',
      lazyPart(() => import('./pages/help-route.tsx'), 'HelpRoute'),
    ),
  ]),
  anythingElse,
])

export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  defaultPendingMs: 120,
  // Ids are opaque: keep search values as text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
    return query && `?${query}`
  },
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The root led here. */
    isStart?: boolean
  }
  interface Register {
    router: typeof router
  }
}
