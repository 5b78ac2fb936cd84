import { type ReactElement, useState } from 'react'
import { texts } from '../../lib/i18n.ts'
import { useOwners } from '../../lib/owners.ts'
import { SearchSelect, type SearchSelectOption } from '../search-select.tsx'
import { t as shared } from './strings.ts'

const t = texts('owner-filter', {
  owner: ['所属', 'Owner'],
  search: ['姓名、账号或群组名', 'Name, account or group'],
  anybody: ['全部', 'Anyone'],
  chosenSpace: ['所选空间', 'Selected space'],
})

export interface OwnerFilterProps {
  /** A person's id or a group's; empty for all. */
  owner: string
  /** Its name as far as rows of the list tell it: the address has the id alone. */
  name: string | undefined
  /** Words of a list whose owners are people alone. */
  people?: { readonly label: string; readonly search: string }
  onChange: (owner: string | undefined) => void
}

/** Narrows a list to what one person or group owns. */
export function OwnerFilter({ owner, name, people, onChange }: OwnerFilterProps): ReactElement {
  const [kept, setKept] = useState<SearchSelectOption | null>(null)
  const owners = useOwners(people === undefined, false)
  const label = people?.label ?? t('owner')
  const chosen = kept?.value === owner ? kept : { value: owner, label: name ?? t('chosenSpace') }
  return (
    <SearchSelect
      {...owners}
      prefix={shared('is', { label })}
      ariaLabel={label}
      search={people?.search ?? t('search')}
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
