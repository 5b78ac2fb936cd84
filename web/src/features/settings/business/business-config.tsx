import type { ConfigItem } from '@clouddisk/contract/business-config'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { ConfigGroups } from './config-groups.tsx'
import { businessConfigQuery } from './data.ts'
import { t } from './strings.ts'

const SHOWN = ['open', 'changed', 'fixed', 'all'] as const
type Shown = (typeof SHOWN)[number]
const SHOWN_LABELS = { open: 'showOpen', changed: 'showChanged', fixed: 'showFixed', all: 'showAll' } as const

/** The business configuration (B§3): code, value, explanation. */
export function BusinessConfig({ change, address }: AdminPageProps): ReactElement {
  const { data, error, refetch, isFetching } = useQuery(businessConfigQuery)
  const keyword = address.search.keyword ?? ''
  const shown = SHOWN.find((one) => one === address.search.show) ?? 'open'
  const items = (data?.list ?? []).filter((item) => isShown(item, shown) && matches(item, keyword))
  const showAll = () => address.narrow({ keyword: undefined, show: 'all' })
  if (error && !data)
    return (
      <ErrorState
        title={t('notLoaded')}
        text={errorMessage(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data) return <Loading />
  return (
    <div className="max-w-220">
      <p className="pt-4 text-secondary text-fg-2">{t('intro')}</p>
      <div className="flex flex-wrap items-center gap-2 py-3">
        <KeywordField
          label={t('search')}
          value={keyword}
          onSettled={(next) => address.narrow({ keyword: next })}
          className="md:w-[260px]!"
        />
        <Select
          value={shown}
          onChange={(next) => address.narrow({ show: next === 'open' ? undefined : next })}
          ariaLabel={t('show')}
          options={SHOWN.map((value) => ({ value, label: t(SHOWN_LABELS[value]) }))}
          className="w-40!"
        />
        <p role="status" className="tabular text-secondary text-mut">
          {t('count', { count: items.length })}
        </p>
      </div>
      {items.length > 0 ? (
        <ConfigGroups items={items} change={change} />
      ) : keyword === '' && shown === 'changed' ? (
        <EmptyState illustration="search" title={t('noneChanged')} text={t('noneChangedText')}>
          <Button onClick={showAll}>{t('showEverything')}</Button>
        </EmptyState>
      ) : (
        <EmptyState illustration="search" title={t('noneTitle')} text={t('noneText')}>
          <Button onClick={showAll}>{t('showEverything')}</Button>
        </EmptyState>
      )}
    </div>
  )
}

function isShown({ fixed, source }: ConfigItem, shown: Shown): boolean {
  switch (shown) {
    case 'open':
      return !fixed
    case 'changed':
      return source === 'administrator'
    case 'fixed':
      return fixed !== null
    default:
      return true
  }
}

function matches({ code, explanation, variable }: ConfigItem, keyword: string): boolean {
  const texts = [code, variable ?? '', ...Object.values(explanation)]
  return texts.some((text) => text.toLowerCase().includes(keyword.toLowerCase()))
}
