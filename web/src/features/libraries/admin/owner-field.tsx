import { searchUsers } from '@clouddisk/contract/directory'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import { SearchSelect, type SearchSelectOption } from '../../../ui/search-select.tsx'
import { t } from './strings.ts'

const FOUND = 10

/** Chooses the owner among all people. */
export function OwnerField(props: {
  value: SearchSelectOption | null
  onChange: (value: SearchSelectOption | null) => void
}): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const found = useQuery({
    queryKey: ['admin-libraries', 'owners', keyword],
    queryFn: async ({ signal }) =>
      (await call(searchUsers, { ...(keyword && { keyword }), limit: FOUND }, { signal })).list,
    placeholderData: (previous) => previous,
  })
  const options = (found.data ?? []).map((user) => ({
    value: user.userId,
    label: user.userRealName,
    hint: [user.userName, user.departmentPath.at(-1)].filter(Boolean).join(' · '),
  }))
  return (
    <SearchSelect
      value={props.value}
      onChange={props.onChange}
      options={options}
      onTyped={setTyped}
      search={t('searchOwner')}
      placeholder={t('searchOwner')}
      busy={found.isFetching}
      failed={found.error ? errorMessage(found.error) : undefined}
    />
  )
}
