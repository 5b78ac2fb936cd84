import { type ReactElement, useState } from 'react'
import { useOwners } from '../../../lib/owners.ts'
import { Filters } from '../../../ui/filters.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { RangeField } from '../../../ui/range-field.tsx'
import { SearchSelect, type SearchSelectOption } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { t } from './strings.ts'
import type { AdminTrash } from './use-admin-trash.ts'

const ALL = 'all'

/** Words, whose, kind of space and time that the bin is narrowed by. */
export function FilterBar({ second }: { second: AdminTrash }): ReactElement {
  const { shown, narrow, finds } = second
  return (
    <Filters
      field={
        <KeywordField
          ref={second.field}
          label={t('search')}
          value={shown.keyword}
          onSettled={(q) => narrow({ q })}
          onLeave={() => second.table.current?.focus()}
        />
      }
      onReset={isNarrowed(shown) ? () => narrow(CLEARED) : undefined}
    >
      {finds && <Owner second={second} />}
      <Select
        prefix={t('is', { label: t('kind') })}
        ariaLabel={t('kind')}
        className="w-auto! max-w-52 text-secondary!"
        value={shown.kind || ALL}
        onChange={(next) => narrow({ kind: next === ALL ? undefined : next })}
        options={[
          { value: ALL, label: t('all') },
          { value: 'user', label: t('user') },
          { value: 'group', label: t('group') },
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

function Owner({ second }: { second: AdminTrash }): ReactElement {
  const { shown, narrow, list } = second
  const [kept, setKept] = useState<SearchSelectOption | null>(null)
  const owners = useOwners(true)
  // The address has the id alone: its name is known once it was chosen, or of what it owns.
  const named = list.loaded.find(({ ownerId }) => ownerId === shown.owner)?.ownerName
  const value =
    shown.owner === ''
      ? null
      : kept?.value === shown.owner
        ? kept
        : { value: shown.owner, label: named ?? t('chosenSpace') }
  return (
    <SearchSelect
      {...owners}
      prefix={t('is', { label: t('owner') })}
      ariaLabel={t('owner')}
      search={t('ownerSearch')}
      placeholder={t('anybody')}
      none={t('anybody')}
      className="w-auto! max-w-60 text-secondary!"
      value={value}
      onChange={(next) => {
        setKept(next)
        narrow({ owner: next?.value })
      }}
    />
  )
}
