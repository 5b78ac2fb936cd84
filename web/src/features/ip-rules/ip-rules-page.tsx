import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ipRulesQuery } from './data.ts'
import { RegionsList } from './regions-list.tsx'
import { RulesList } from './rules-list.tsx'
import { t } from './strings.ts'

const VIEWS = ['rules', 'regions'] as const

/** From which addresses people, administrators and visitors get in (R99). */
export function IpRulesPage({ address, change }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const query = useQuery(ipRulesQuery)
  const view = VIEWS.find((one) => one === address.search.view) ?? 'rules'
  const List = view === 'rules' ? RulesList : RegionsList
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 px-6 max-md:min-h-9 max-md:px-4">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        {query.data && (
          <p className="tabular text-secondary text-mut">
            {t('yourAddress', { address: query.data.address })}
          </p>
        )}
      </div>
      <Tabs
        label={t('views')}
        tabs={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={(next) => address.narrow({ view: next === 'rules' ? undefined : next })}
        className="mx-6 max-md:mx-4"
      >
        <List query={query} change={change} />
      </Tabs>
    </div>
  )
}
