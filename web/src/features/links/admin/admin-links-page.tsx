import type { ReactElement } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { LinksList } from './links-list.tsx'
import { t as words } from './request-strings.ts'
import { RequestsList } from './requests-list.tsx'
import { t } from './strings.ts'

const VIEWS = ['links', 'requests'] as const

/** External links of everybody, and requests for the permission to make them (B§2, B§4). */
export function AdminLinksPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { address } = props
  const view = VIEWS.find((one) => one === address.search.view) ?? 'links'
  const show = (next: (typeof VIEWS)[number]) => {
    const others = Object.keys(address.search).map((name) => [name, undefined] as const)
    address.narrow({ ...Object.fromEntries(others), view: next === 'links' ? undefined : next })
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="flex h-13 shrink-0 items-center px-6 text-page font-semibold max-md:sr-only">
        {t('title')}
      </h1>
      <Tabs
        label={words('views')}
        tabs={VIEWS.map((value) => ({ value, label: words(value) }))}
        value={view}
        onChange={show}
        className="mx-6 max-md:mx-4"
      >
        {view === 'links' ? <LinksList {...props} /> : <RequestsList address={address} />}
      </Tabs>
    </div>
  )
}
