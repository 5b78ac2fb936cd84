import type { ReactElement } from 'react'
import { Filters } from '../../../ui/filters.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { OwnerFilter } from '../../../ui/list/owner-filter.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { t } from './strings.ts'
import type { AdminTrash } from './use-admin-trash.ts'

/** Filters of the bin: keyword, owner, kind of space and time. */
export function FilterBar({ second }: { second: AdminTrash }): ReactElement {
  const { list, shown, narrow, finds } = second
  return (
    <Filters
      field={<ListKeyword list={list} label={t('search')} value={shown.keyword} narrow={narrow} />}
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      {finds && (
        <OwnerFilter
          owner={shown.owner}
          name={list.loaded.find(({ ownerId }) => ownerId === shown.owner)?.ownerName}
          onChange={(owner) => narrow({ owner })}
        />
      )}
      <FilterSelect
        label={t('kind')}
        value={shown.kind}
        onChange={(kind) => narrow({ kind })}
        options={[
          ['user', t('user')],
          ['group', t('group')],
        ]}
      />
      <RangeField
        prefix={t('is', { label: t('deleted') })}
        value={shown}
        onChange={({ from, to }) => narrow({ from: from || undefined, to: to || undefined })}
      />
    </Filters>
  )
}
