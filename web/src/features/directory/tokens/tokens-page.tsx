import type { ReactElement } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { ServicesList } from './services-list.tsx'
import { t } from './strings.ts'
import { TokensList } from './tokens-list.tsx'

const VIEWS = ['tokens', 'services'] as const

/** Access tokens of everybody, and the accounts of programs. */
export function TokensPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { address } = props
  const view = VIEWS.find((one) => one === address.search.view) ?? 'tokens'
  const show = (next: (typeof VIEWS)[number], user?: string) => {
    const others = Object.keys(address.search).map((name) => [name, undefined] as const)
    address.narrow({ ...Object.fromEntries(others), view: next === 'tokens' ? undefined : next, user })
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="flex h-13 shrink-0 items-center px-6 text-page font-semibold max-md:sr-only">
        {t('title')}
      </h1>
      <Tabs
        label={t('views')}
        tabs={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(next) => show(next)}
        className="mx-6 max-md:mx-4"
      >
        {view === 'tokens' ? (
          <TokensList {...props} />
        ) : (
          <ServicesList change={props.change} onShowTokens={(userId) => show('tokens', userId)} />
        )}
      </Tabs>
    </div>
  )
}
