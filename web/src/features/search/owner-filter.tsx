import { queryRecipients, searchUsers } from '@clouddisk/contract/directory'
import { pageGroups } from '@clouddisk/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { SearchSelect, type SearchSelectOption } from '../../ui/search-select.tsx'
import { t } from './strings.ts'

const FOUND = 10

/** People, and the groups that one is in. */
async function findOwners(keyword: string, signal: AbortSignal): Promise<SearchSelectOption[]> {
  const [users, groups] = await Promise.all([
    call(searchUsers, { ...(keyword && { keyword }), limit: FOUND }, { signal }),
    call(pageGroups, { keyword, pageSize: FOUND, show: 'all' }, { signal }),
  ])
  return [
    ...users.list.map((user) => ({
      value: user.userId,
      label: user.userRealName,
      hint: [user.userName, user.departmentPath.at(-1)].filter(Boolean).join(' · '),
    })),
    ...groups.list.map((group) => ({
      value: group.groupId,
      label: group.groupName,
      hint: t('group', { count: group.memberCount }),
    })),
  ]
}

/** The name of an owner of whom the address has the id alone. */
async function nameOfOwner(id: string, signal: AbortSignal): Promise<string | null> {
  const principals = (['user', 'group'] as const).map((principalType) => ({ principalType, principalId: id }))
  const { users, groups } = await call(queryRecipients, { principals }, { signal })
  return users[0]?.userRealName ?? groups[0]?.name ?? null
}

interface OwnerFilterProps {
  /** A person's id or a group's; empty for all. */
  owner: string
  onChange: (owner: string | undefined) => void
}

/** Narrows the search to what one person or group owns. */
export function OwnerFilter({ owner, onChange }: OwnerFilterProps): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const options = useQuery({
    queryKey: [...queryKeys.search, 'owners', keyword],
    queryFn: ({ signal }) => findOwners(keyword, signal),
    placeholderData: (previous) => previous,
  })
  const name = useQuery({
    queryKey: [...queryKeys.search, 'owner', owner],
    queryFn: ({ signal }) => nameOfOwner(owner, signal),
    enabled: owner !== '',
  })
  return (
    <SearchSelect
      options={options.data ?? []}
      onTyped={setTyped}
      busy={options.isFetching}
      failed={options.error ? errorMessage(options.error) : undefined}
      prefix={t('is', { label: t('owner') })}
      ariaLabel={t('owner')}
      search={t('ownerSearch')}
      placeholder={t('anyOwner')}
      none={t('anyOwner')}
      className="w-auto! max-w-60 text-secondary!"
      value={owner === '' ? null : { value: owner, label: name.data ?? t('chosenOwner') }}
      onChange={(next) => onChange(next?.value)}
    />
  )
}
