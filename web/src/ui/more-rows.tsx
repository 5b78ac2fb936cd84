import type { ReactElement } from 'react'
import { Button } from './button.tsx'
import { LoadMoreError } from './load-more-error.tsx'

/** What is read of a list page by page. */
export interface PagedQuery {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** Below the rows: the button for the next ones, or why they did not come; null after the last. */
export function MoreRows({ query, text }: { query: PagedQuery; text: string }): ReactElement | null {
  const { error, isFetchingNextPage: busy } = query
  const more = () => void query.fetchNextPage()
  if (query.isFetchNextPageError && error)
    return <LoadMoreError failure={{ error, retrying: busy, retry: more }} />
  if (!query.hasNextPage) return null
  return (
    <div className="flex justify-center p-3">
      <Button size="small" busy={busy} onClick={more}>
        {text}
      </Button>
    </div>
  )
}
