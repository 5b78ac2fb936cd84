import { SPACE_OWNERS } from '@clouddisk/contract/admin-files'
import type { ReactElement, RefObject } from 'react'
import type { AdminAddress } from '../../../lib/admin.ts'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { OwnerFilter } from '../../../ui/list/owner-filter.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { CLEARED, type FileSearchView, isNarrowed } from './data.ts'
import { t } from './strings.ts'

interface FilterBarProps {
  shown: FileSearchView
  narrow: AdminAddress['narrow']
  field: RefObject<HTMLInputElement | null>
  /** Of the space that is asked for, as far as what was found tells it. */
  ownerName: string | undefined
  onLeave: () => void
}

/** Words, whose, kind of space and time that files of all are asked for by. */
export function FilterBar({ shown, narrow, field, ownerName, onLeave }: FilterBarProps): ReactElement {
  return (
    <Filters
      field={
        <KeywordField
          ref={field}
          label={t('search')}
          value={shown.keyword}
          onSettled={(q) => narrow({ q })}
          onLeave={onLeave}
          className="md:w-[260px]!"
        />
      }
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      <OwnerFilter owner={shown.owner} name={ownerName} onChange={(owner) => narrow({ owner })} />
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
