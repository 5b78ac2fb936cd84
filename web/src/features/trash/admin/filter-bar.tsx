import type { ReactElement } from 'react'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { OwnerFilter } from '../../../ui/list/owner-filter.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { t } from './strings.ts'
import type { AdminTrash } from './use-admin-trash.ts'

/** Words, whose, kind of space and time that the bin is narrowed by. */
export function FilterBar({ second }: { second: AdminTrash }): ReactElement {
  const { list, shown, narrow, finds } = second
  return (
    <Filters
      field={
        <KeywordField
          ref={list.field}
          label={t('search')}
          value={shown.keyword}
          onSettled={(q) => narrow({ q })}
          onLeave={list.focusTable}
        />
      }
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
