import { SPACE_OWNERS } from '@clouddisk/contract/admin-files'
import { type ReactElement, type RefObject, useState } from 'react'
import type { AdminAddress } from '../../../lib/admin.ts'
import { useOwners } from '../../../lib/owners.ts'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { SearchSelect, type SearchSelectOption } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { CLEARED, type FileSearchView, isNarrowed } from './data.ts'
import { t } from './strings.ts'

const ALL = 'all'

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
      <Owner owner={shown.owner} name={ownerName} onChange={(owner) => narrow({ owner })} />
      <Select
        prefix={t('is', { label: t('kind') })}
        ariaLabel={t('kind')}
        className="w-auto! max-w-52 text-secondary!"
        value={shown.kind || ALL}
        onChange={(next) => narrow({ kind: next === ALL ? undefined : next })}
        options={[
          { value: ALL, label: t('all') },
          ...SPACE_OWNERS.map((value) => ({ value, label: t(value) })),
        ]}
      />
      <RangeField
        prefix={t('is', { label: t('changed') })}
        value={shown}
        onChange={({ from, to }) => narrow({ from: from || undefined, to: to || undefined })}
      />
    </Filters>
  )
}

interface OwnerProps {
  owner: string
  name: string | undefined
  onChange: (owner: string | undefined) => void
}

function Owner({ owner, name, onChange }: OwnerProps): ReactElement {
  const [kept, setKept] = useState<SearchSelectOption | null>(null)
  const owners = useOwners(true)
  // The address has the id alone: its name is known once it was chosen, or of what it owns.
  const chosen = kept?.value === owner ? kept : { value: owner, label: name ?? t('chosenSpace') }
  return (
    <SearchSelect
      {...owners}
      prefix={t('is', { label: t('owner') })}
      ariaLabel={t('owner')}
      search={t('ownerSearch')}
      placeholder={t('anybody')}
      none={t('anybody')}
      className="w-auto! max-w-60 text-secondary!"
      value={owner === '' ? null : chosen}
      onChange={(next) => {
        setKept(next)
        onChange(next?.value)
      }}
    />
  )
}
