import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { LIMITS } from '@clouddisk/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import type { PersonPickerProps } from '../../../lib/directory.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { peopleQuery } from '../data.ts'
import { t } from '../strings.ts'

const choiceOf = (person: AdminPerson) => ({
  value: person.userId,
  label: person.userRealName,
  hint: [person.accountName, person.departmentPath.join(' / ')].filter(Boolean).join(' · '),
})

/** Somebody who may sign in and whom the administrator's rights reach, found by account, name, phone or mail address. */
export function PersonPicker(props: PersonPickerProps): ReactElement {
  const { value, onChange, without, placeholder, ref } = props
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { data, error, isFetching } = useQuery(
    peopleQuery({
      ...(keyword && { keyword }),
      status: 'active',
      orderBy: 'accountName',
      pageSize: LIMITS.searchMax,
    }),
  )
  const found = (data?.list ?? []).filter(({ userId }) => userId !== without)
  return (
    <span ref={(element) => ref?.(element?.querySelector('button') ?? null)} className="block min-w-0">
      <SearchSelect
        value={value ? choiceOf(value) : null}
        onChange={(next) => onChange(found.find(({ userId }) => userId === next?.value) ?? value)}
        options={found.map(choiceOf)}
        onTyped={setTyped}
        search={t('search')}
        placeholder={placeholder}
        busy={isFetching}
        failed={error ? errorMessage(error) : undefined}
      />
    </span>
  )
}
