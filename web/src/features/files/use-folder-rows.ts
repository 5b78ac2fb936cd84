import type { InstancePage } from '@clouddisk/contract/files'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { usePendingVersion } from '../../lib/pending.ts'
import { queryClient } from '../../lib/query-client.ts'
import { cachedPages, type FolderPage, type FolderView, isGone, pageQuery } from './folder-query.ts'
import { pagesOf, type Rows, sparseRows } from './sparse-rows.ts'

export interface FolderRows {
  /** Undefined until the first page is loaded, and after an error. */
  readonly rows: Rows | undefined
  /** The folder's path, counts and permissions from the first page. */
  readonly head: InstancePage | undefined
  readonly error: Error | null
  readonly refreshing: boolean
  /** Time of the latest reply, ms since the epoch. */
  readonly updatedAt: number
  readonly refresh: () => Promise<void>
  /** Reports the rows in view, so that they are loaded. */
  readonly show: (first: number, last: number) => void
  /** Loads a range of rows. */
  readonly load: (first: number, last: number) => Promise<void>
}

/** Rows loaded before and after the view. */
const MARGIN = 40
/** Pages are requested after scrolling has settled for this time. */
const SETTLE_MS = 60

/** The view's error. Kept during a retry, so that its buttons do not disappear. */
function useFailure(view: FolderView, error: Error | null): Error | null {
  const [failure, setFailure] = useState({ view, error })
  if (failure.view !== view || (error !== null && failure.error !== error)) setFailure({ view, error })
  return error ?? (failure.view === view ? failure.error : null)
}

/** A folder's rows; old rows are kept while new ones load, also after a change of order or filter. */
export function useFolderRows(view: FolderView): FolderRows {
  const first = useQuery({
    ...pageQuery(view, 1),
    placeholderData: (previous: FolderPage | undefined, query) =>
      query?.queryKey[1] === view.folderId ? previous : undefined,
  })
  const [shownPages, setShownPages] = useState<readonly number[]>([])
  const [loads, setLoads] = useState(0)
  const total = first.data?.total ?? 0
  const pages = shownPages.filter(
    (pageNo) => pageNo > 1 && pagesOf(0, Math.max(0, total - 1)).includes(pageNo),
  )
  const others = useQueries({ queries: pages.map((pageNo) => pageQuery(view, pageNo)) })
  const pending = usePendingVersion()
  const gone = isGone(first.error)
  const stamp = [first.dataUpdatedAt, ...others.map((other) => other.dataUpdatedAt), pending, loads].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp stands for what is in the cache and pending
  const rows = useMemo(() => {
    if (!first.data || gone) return undefined
    const here = first.isPlaceholderData ? [{ pageNo: 1, page: first.data }] : cachedPages(view)
    return sparseRows(here, first.data.total, first.data.parent.instanceId)
  }, [view, first.data, first.isPlaceholderData, gone, stamp])

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback((from: number, to: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const next = pagesOf(from - MARGIN, to + MARGIN)
      setShownPages((now) => (now.join() === next.join() ? now : next))
    }, SETTLE_MS)
  }, [])
  const load = useCallback(
    async (from: number, to: number) => {
      for (const pageNo of pagesOf(Math.min(from, to), Math.max(from, to))) {
        await queryClient.fetchQuery({ ...pageQuery(view, pageNo), staleTime: Number.POSITIVE_INFINITY })
      }
      setLoads((count) => count + 1)
    },
    [view],
  )
  const { refetch } = first
  const error = useFailure(view, first.error)
  return {
    rows,
    head: gone ? undefined : first.data,
    error: first.data && !gone ? null : error,
    refreshing: first.isFetching || others.some((other) => other.isFetching),
    updatedAt: first.dataUpdatedAt,
    refresh: useCallback(async () => {
      await Promise.all([refetch(), queryClient.invalidateQueries({ queryKey: ['folder', view.folderId] })])
    }, [refetch, view.folderId]),
    show,
    load,
  }
}
