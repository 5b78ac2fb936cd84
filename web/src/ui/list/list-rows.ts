import type { CursorList } from '../../lib/cursor-list.ts'
import type { LoadMoreFailure } from '../load-more-error.tsx'

/** What a list shows, however it was read. */
export interface ListRows<T> {
  /** `undefined` for a row that is not loaded yet. */
  readonly rows: readonly (T | undefined)[]
  readonly loaded: readonly T[]
  /** The first rows are not here yet. */
  readonly loading: boolean
  /** Why there are no rows. */
  readonly failure: LoadMoreFailure | undefined
  /** Why the next rows are not here. */
  readonly stopped?: LoadMoreFailure | undefined
  /** The rows are those of the previous page or filter. */
  readonly stale?: boolean | undefined
  readonly onRange?: ((first: number, last: number) => void) | undefined
  readonly readAll?: (() => Promise<readonly T[]>) | undefined
  readonly refresh: () => void
}

/** What this needs of a `useQuery`. */
export interface RowQuery {
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly isPlaceholderData: boolean
  refetch(): unknown
}

export interface PageQuery<T> extends RowQuery {
  readonly data: { readonly list: readonly T[] } | undefined
}

const NO_ROWS: readonly never[] = []

const failureOf = (error: Error | null, retrying: boolean, retry: () => void) =>
  error ? { error, retrying, retry } : undefined

/** Rows read by cursor while one scrolls. */
export function cursorRows<T>(list: CursorList<T, unknown>): ListRows<T> {
  const refresh = () => void list.refresh()
  return {
    rows: list.rows ?? NO_ROWS,
    loaded: list.loaded,
    loading: list.rows === undefined && list.error === null,
    failure: failureOf(list.error, list.refreshing, refresh),
    stopped: list.stopped,
    onRange: list.show,
    readAll: list.readAll,
    refresh,
  }
}

/** All rows of a list that is read at once. */
export function queryRows<T>(query: RowQuery, rows: readonly T[] = NO_ROWS): ListRows<T> {
  const refresh = () => void query.refetch()
  return {
    rows,
    loaded: rows,
    loading: query.isPending,
    failure: failureOf(query.error, query.isFetching, refresh),
    refresh,
  }
}

/** Rows of one page. */
export const pageRows = <T>(query: PageQuery<T>): ListRows<T> => ({
  ...queryRows(query, query.data?.list),
  stale: query.isPlaceholderData,
})
