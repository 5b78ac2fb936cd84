import { ApiError } from '@clouddisk/client/http/errors'
import { QueryClient } from '@tanstack/react-query'

/** Server state of the page (STYLE.md rule 14). Old data is kept during a refetch. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && !error.retryable),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
