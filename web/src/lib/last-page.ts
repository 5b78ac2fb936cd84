import { useEffect } from 'react'

interface Pagination {
  readonly page: number
  readonly pageSize: number
  /** Undefined while it is not known. */
  readonly total: number | undefined
}

/** Shows the last page that has rows once the current page has none. */
export function useLastPage({ page, pageSize, total }: Pagination, go: (page: number) => void): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize))
  const beyond = page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way to a page is made anew each time
  useEffect(() => {
    if (beyond) go(last)
  }, [beyond, last])
}
