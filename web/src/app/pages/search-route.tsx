import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useCallback } from 'react'
import { SearchPage } from '../../features/search/search-page.tsx'

type Change = Readonly<Record<string, string | undefined>>

/** The search page with what its address keeps. */
export function SearchRoute(): ReactElement {
  const search = useSearch({ from: '/signed-in/search' })
  const navigate = useNavigate()
  const narrow = useCallback(
    (change: Change) =>
      void navigate({
        to: '/search',
        search: (now) =>
          Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value)) as Record<
            string,
            string
          >,
        replace: true,
      }),
    [navigate],
  )
  return <SearchPage search={search} narrow={narrow} />
}
