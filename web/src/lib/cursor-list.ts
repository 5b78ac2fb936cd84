import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { readAllRows } from './cursor-pages.ts'
import { hiddenKeys, type ListName, usePendingVersion, withPending } from './pending.ts'

/** A cursor-paged list that loads as the user scrolls, such as favorites and the recycle bin. */

interface Page<T> {
  readonly list: readonly T[]
  readonly total: number
  readonly nextCursor?: string
}

export interface CursorListOptions<T, P extends Page<T>> {
  readonly queryKey: QueryKey
  readonly ask: (cursor: string | undefined, signal: AbortSignal) => Promise<P>
  readonly idOf: (row: T) => string
  /** The list's name in pending changes. */
  readonly name: ListName
  /** Poll interval in ms, for lists without change events. Lists of several pages are not polled. */
  readonly every?: number
}

export interface CursorList<T, P> {
  /** One element per row; `undefined` where a row is not loaded. Undefined until the first page is loaded. */
  readonly rows: readonly (T | undefined)[] | undefined
  /** Loaded rows. */
  readonly loaded: readonly T[]
  readonly first: P | undefined
  readonly error: Error | null
  /** The error of the next page while earlier ones are loaded. It is not retried automatically. */
  readonly stopped: { error: Error; retrying: boolean; retry: () => void } | undefined
  readonly refreshing: boolean
  readonly refresh: () => Promise<unknown>
  /** Reports the rows in view, so that the next ones are loaded. */
  readonly show: (first: number, last: number) => void
  /** Reads every row, from beginning to end. */
  readonly readAll: () => Promise<readonly T[]>
}

/** Rows loaded ahead of the view. */
const AHEAD = 40

export function useCursorList<T extends object, P extends Page<T>>(
  options: CursorListOptions<T, P>,
): CursorList<T, P> {
  const { queryKey, ask, idOf, name, every } = options
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = performance.now()
      return { page: await ask(pageParam, signal), askedAt }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (every !== undefined && state.data?.pages.length === 1 ? every : false),
  })
  const pending = usePendingVersion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is pending
  const loaded = useMemo(() => shownRows(query.data?.pages, idOf, name), [query.data, pending, idOf, name])
  const first = query.data?.pages[0]?.page
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  const rows = useMemo(() => {
    if (!first || !loaded) return undefined
    const missing = hasNextPage ? Math.max(0, first.total - loaded.all) : 0
    return [...loaded.rows, ...new Array<T | undefined>(missing).fill(undefined)]
  }, [first, loaded, hasNextPage])
  const known = loaded?.rows.length ?? 0
  const show = useCallback(
    (_: number, last: number) => {
      // During a refetch the next page waits: requesting it would cancel the refetch.
      if (hasNextPage && !isFetching && !isFetchNextPageError && last + AHEAD > known) void fetchNextPage()
    },
    [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, known],
  )
  return {
    rows,
    loaded: loaded?.rows ?? [],
    first,
    error: query.data ? null : query.error,
    stopped:
      isFetchNextPageError && query.error
        ? { error: query.error, retrying: isFetchingNextPage, retry: () => void fetchNextPage() }
        : undefined,
    refreshing: query.isFetching && !isFetchingNextPage,
    refresh: refetch,
    show,
    readAll: () => readAllRows(({ cursor }) => ask(cursor, new AbortController().signal)),
  }
}

/** Rows of all pages without those pending removal; `all` includes them. */
function shownRows<T extends object>(
  pages: readonly { page: Page<T>; askedAt: number }[] | undefined,
  idOf: (row: T) => string,
  name: ListName,
): { rows: readonly T[]; all: number } | undefined {
  if (!pages) return undefined
  const seen = new Set<string>()
  const rows: T[] = []
  for (const { page, askedAt } of pages) {
    const hidden = hiddenKeys(name, askedAt)
    for (const row of page.list) {
      const id = idOf(row)
      if (seen.has(id)) continue
      seen.add(id)
      if (!hidden?.(id)) rows.push(withPending(id, row, askedAt))
    }
  }
  return { rows, all: seen.size }
}
