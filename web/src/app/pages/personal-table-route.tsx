import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback } from 'react'
import { sessionQuery } from '../../features/accounts/session.ts'
import { PersonalTablePage } from '../../features/search/personal-table/personal-table-page.tsx'
import type { Search } from '../../ui/list/address.ts'

/** The personal table with what its address keeps; no such address where administrators have switched it off. */
export function PersonalTableRoute(): ReactElement {
  const { personalTable } = useSuspenseQuery(sessionQuery).data
  const search = useSearch({ from: '/signed-in/personalTable' })
  const navigate = useNavigate()
  const narrow = useCallback(
    (change: Search) =>
      void navigate({
        to: '/personalTable',
        search: (now) =>
          Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value)) as Record<
            string,
            string
          >,
        replace: true,
      }),
    [navigate],
  )
  if (!personalTable) return <Navigate to="/personalFile" replace />
  return <PersonalTablePage search={search} narrow={narrow} />
}
