import { type FoundFile, SPACE_OWNERS } from '@clouddisk/contract/admin-files'
import type { ReactElement } from 'react'
import type { AdminAddress } from '../../../lib/admin.ts'
import { Filters } from '../../../ui/filters.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { OwnerFilter } from '../../../ui/list/owner-filter.tsx'
import type { ListModel } from '../../../ui/list/use-list-page.ts'
import { RangeField } from '../../../ui/range-field.tsx'
import { CLEARED, type FileSearchView, isNarrowed } from './data.ts'
import { t } from './strings.ts'

interface FilterBarProps {
  list: ListModel<FoundFile>
  shown: FileSearchView
  narrow: AdminAddress['narrow']
}

/** Filters of the search: keyword, owner, kind of space and time. */
export function FilterBar({ list, shown, narrow }: FilterBarProps): ReactElement {
  return (
    <Filters
      field={
        <ListKeyword
          list={list}
          label={t('search')}
          value={shown.keyword}
          narrow={narrow}
          className="md:w-[260px]!"
        />
      }
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      <OwnerFilter
        owner={shown.owner}
        name={list.loaded.find(({ ownerId }) => ownerId === shown.owner)?.ownerName}
        onChange={(owner) => narrow({ owner })}
      />
      <FilterSelect
        label={t('kind')}
        value={shown.kind}
        onChange={(kind) => narrow({ kind })}
        options={SPACE_OWNERS.map((kind) => [kind, t(kind)] as const)}
      />
      <RangeField
        prefix={t('is', { label: t('changed') })}
        value={shown}
        onChange={({ from, to }) => narrow({ from: from || undefined, to: to || undefined })}
      />
    </Filters>
  )
}
