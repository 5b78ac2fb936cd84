import { pageAllGroups } from '@clouddisk/contract/admin-groups'
import { pagePeople } from '@clouddisk/contract/admin-people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, errorMessage } from './api.ts'
import { useDebounced } from './debounce.ts'
import { texts } from './i18n.ts'

const t = texts('owners', { ofGroup: ['群组 · {{owner}}', 'Group · {{owner}}'] })

/** Search for people and groups as an administrator types. */

interface OwnerOption {
  readonly value: string
  readonly label: string
  /** Tells owners of the same name apart. */
  readonly hint: string
}

/** Results per kind; more are found by typing more. */
const FOUND = 10

const personOption = async (
  keyword: string,
  active: boolean,
  signal: AbortSignal,
): Promise<OwnerOption[]> => {
  const { list } = await call(
    pagePeople,
    {
      ...(keyword && { keyword }),
      ...(active && { status: 'active' as const }),
      orderBy: 'accountName',
      pageSize: FOUND,
    },
    { signal },
  )
  return list.map(({ userId, userRealName, accountName, departmentPath }) => ({
    value: userId,
    label: userRealName,
    hint: [accountName, departmentPath.at(-1)].filter(Boolean).join(' · '),
  }))
}

const groupOption = async (keyword: string, signal: AbortSignal): Promise<OwnerOption[]> => {
  const { list } = await call(
    pageAllGroups,
    { ...(keyword && { keyword }), orderBy: 'groupName', pageSize: FOUND },
    { signal },
  )
  return list.map(({ groupId, groupName, ownerName }) => ({
    value: groupId,
    label: groupName,
    hint: t('ofGroup', { owner: ownerName }),
  }))
}

/**
 * Options for a SearchSelect. @param groups all owners including groups; otherwise people who can receive
 * files, unless `active` is false.
 */
export function useOwners(groups: boolean, active = !groups) {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery({
    queryKey: ['owners', groups, active, keyword],
    queryFn: async ({ signal }) =>
      (
        await Promise.all([
          personOption(keyword, active, signal),
          ...(groups ? [groupOption(keyword, signal)] : []),
        ])
      ).flat(),
    placeholderData: (previous) => previous,
  })
  return {
    options: query.data ?? [],
    onTyped: setTyped,
    busy: query.isFetching,
    failed: query.error ? errorMessage(query.error) : undefined,
  }
}
