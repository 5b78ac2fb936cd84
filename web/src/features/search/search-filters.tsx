import { queryInstanceDetail } from '@clouddisk/contract/files'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, Ref } from 'react'
import { call } from '../../lib/api.ts'
import { usePhone } from '../../lib/media-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Filters } from '../../ui/filters.tsx'
import { KeywordField } from '../../ui/keyword-field.tsx'
import { type Search, sortText } from '../../ui/list/address.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { FileFilters } from './file-filters.tsx'
import { OwnerFilter } from './owner-filter.tsx'
import { isFiltered, NO_FILTERS, type SearchView } from './search-view.ts'
import { t } from './strings.ts'

/** Orders besides those that the heads of columns offer; '' by relevance. */
const ORDERS = [
  ['', 'relevance'],
  ['updateTime.desc', 'latest'],
  ['instanceName.asc', 'byName'],
  ['fileSize.desc', 'largest'],
] as const

export interface SearchFiltersProps {
  view: SearchView
  narrow: (change: Search) => void
  fieldRef: Ref<HTMLInputElement>
  onLeave: () => void
  /** Whether the texts of files can be searched. */
  contentSearchable: boolean
  /** In the place of the field. */
  selectionBar: ReactElement | false
}

/** What the search is narrowed by; the address keeps it. */
export function SearchFilters({
  view,
  narrow,
  fieldRef,
  onLeave,
  contentSearchable,
  selectionBar,
}: SearchFiltersProps): ReactElement {
  const phone = usePhone()
  const { folder, onlyFolder, owner } = view
  return (
    <Filters
      field={
        selectionBar || (
          <KeywordField
            ref={fieldRef}
            label={t('keyword')}
            value={view.keyword}
            onSettled={(q) => narrow({ q })}
            onLeave={onLeave}
            // As wide as what stands beside it leaves.
            className="md:w-auto! md:max-w-[300px] md:flex-1 md:basis-[200px]"
          />
        )
      }
      onReset={isFiltered(view) ? () => narrow(NO_FILTERS) : undefined}
    >
      {contentSearchable && (
        <Switch
          label={t('content')}
          checked={view.content}
          onChange={(content) => narrow({ content: content ? '1' : undefined })}
          className="h-9 gap-2!"
        />
      )}
      {folder !== '' && (
        <Scope folder={folder} only={onlyFolder} onChange={(only) => narrow({ scope: only ? '' : 'all' })} />
      )}
      <FileFilters view={view} narrow={narrow} />
      <OwnerFilter owner={owner} onChange={(next) => narrow({ owner: next })} />
      {phone && <SearchOrder view={view} narrow={narrow} />}
    </Filters>
  )
}

/** What the results are ordered by. A phone has it among the filters. */
export const SearchOrder = ({ view, narrow }: Pick<SearchFiltersProps, 'view' | 'narrow'>): ReactElement => (
  <Select
    ariaLabel={t('order')}
    prefix={t('is', { label: t('order') })}
    className="w-auto! text-secondary!"
    value={view.sort ? sortText(view.sort) : ''}
    onChange={(next) => narrow({ sort: next })}
    options={ORDERS.map(([value, label]) => ({ value, label: t(label) }))}
  />
)

interface ScopeProps {
  folder: string
  only: boolean
  onChange: (only: boolean) => void
}

/** Where to look: the folder from which the search was opened, or everywhere. */
function Scope({ folder, only, onChange }: ScopeProps): ReactElement {
  const { data } = useQuery({
    queryKey: [...queryKeys.detail(folder), 'name'],
    queryFn: ({ signal }) => call(queryInstanceDetail, { instanceId: folder }, { signal }),
    enabled: folder !== '0',
    retry: false,
  })
  const name = folder === '0' ? t('personalFiles') : (data?.instanceName ?? t('thisFolder'))
  return (
    <Select
      ariaLabel={t('scope')}
      prefix={t('is', { label: t('scope') })}
      className="w-auto! max-w-60 text-secondary!"
      value={only ? 'folder' : 'all'}
      onChange={(next) => onChange(next === 'folder')}
      options={[
        { value: 'folder', label: name },
        { value: 'all', label: t('everywhere') },
      ]}
    />
  )
}
