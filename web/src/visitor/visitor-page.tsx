import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { type ReactElement, type ReactNode, Suspense, useEffect } from 'react'
import { language, switchLanguage } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { setProductName } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Logo } from '../ui/logo.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { knownUser } from './account/known-user.ts'
import { linkPath } from './address.ts'
import { attributeQuery, checkAgain, configQuery, listQuery, reasonOf } from './calls.ts'
import { FolderView } from './folder-view.tsx'
import { LazyView } from './lazy-view.tsx'
import { stateByAttribute, stateByError } from './link-state.ts'
import { Optional } from './optional.tsx'
import { PreviewHost } from './preview/preview-host.tsx'
import { SaveHost } from './save/save-host.tsx'
import { t } from './strings.ts'

const ClosedLink = lazyPart(() => import('./closed-link.tsx'), 'ClosedLink')
const Account = lazyPart(() => import('./account/account.tsx'), 'Account')
const SingleFile = lazyPart(() => import('./single-file.tsx'), 'SingleFile')
const PageFoot = lazyPart(() => import('./page-foot.tsx'), 'PageFoot')
const CodeEntry = lazyPart(() => import('./code-entry.tsx'), 'CodeEntry')

/** What a link shows: its files, the entry of its code, or why it does not open. */
export function VisitorPage(): ReactElement {
  return (
    <Frame>
      <LazyView loading={<Opening />}>
        <Visit />
      </LazyView>
      <PreviewHost />
      <SaveHost />
    </Frame>
  )
}

const Opening = (): ReactElement => (
  <>
    <h1 className="sr-only">{t('opening')}</h1>
    <Loading label={t('opening')} />
  </>
)

function Visit(): ReactElement {
  const attribute = useQuery({ ...attributeQuery, enabled: linkPath !== '' })
  const known = attribute.data && stateByAttribute(attribute.data)
  // Asked for before a code is: a visitor who comes back is in already.
  const root = useInfiniteQuery({
    ...listQuery(undefined),
    enabled: linkPath !== '' && known === undefined,
  })
  const refused = stateByError(root.error)
  // A link that ended meanwhile says why.
  useEffect(() => {
    if (refused && refused !== 'code') void attribute.refetch()
  }, [refused, attribute.refetch])

  const owner = attribute.data?.ownerName ?? ''
  const state = linkPath === '' ? 'wrong' : (stateByError(attribute.error) ?? known ?? refused)
  const first = root.data?.pages[0]
  if (state !== 'wrong' && attribute.isLoading) return <Opening />
  if (state === 'code')
    return <CodeEntry owner={owner} again={first !== undefined} onOpened={() => root.refetch()} />
  if (state) return <ClosedLink state={state} owner={owner} />
  if (root.error && !first && isNotPermitted(root.error))
    return <ClosedLink state="mayNotSee" owner={owner} />
  const missing = attribute.data ? root : attribute
  if (missing.error && !(first && attribute.data))
    return (
      <ErrorState
        heading="h1"
        title={t('openFailed')}
        text={reasonOf(missing.error)}
        retrying={missing.isFetching}
        onRetry={() => void checkAgain()}
      />
    )
  if (!first || !attribute.data) return <Opening />
  const [only] = first.list
  if (first.path.length === 0 && first.total === 1 && only?.classifierId === 'File')
    return <SingleFile file={only} owner={owner} />
  return <FolderView attribute={attribute.data} root={first} />
}

const isNotPermitted = (error: Error): boolean => error.name === 'not_permitted'

/** Who is signed in, where that is known. */
function KnownUser(): ReactElement | null {
  const { data } = useQuery({ ...attributeQuery, enabled: linkPath !== '' })
  const name = knownUser.use() ?? data?.userName
  return name ? (
    <Optional>
      <Suspense>
        <Account name={name} />
      </Suspense>
    </Optional>
  ) : null
}

function Frame({ children }: { children: ReactNode }): ReactElement {
  const product = useQuery(configQuery).data?.title ?? t('product')
  useEffect(() => setProductName(product), [product])
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between gap-3 border-b border-line px-8 max-md:px-4">
        <p className="flex min-w-0 items-center gap-2.5 text-section font-semibold">
          <Logo />
          <span className="truncate">{product}</span>
        </p>
        <div className="flex shrink-0 items-center gap-1">
          <Button
            variant="quiet"
            size="small"
            icon={Languages}
            lang={other}
            onClick={() => switchLanguage(other)}
          >
            {t('otherLanguage')}
          </Button>
          <KnownUser />
        </div>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto bg-canvas max-md:bg-bg">{children}</main>
      <footer className="flex h-9 shrink-0 items-center justify-center gap-6 bg-canvas text-caption max-md:h-11 max-md:border-t max-md:border-line max-md:bg-bg">
        <Optional>
          <Suspense>
            <PageFoot />
          </Suspense>
        </Optional>
      </footer>
    </div>
  )
}
