import { ApiError } from '@clouddisk/client/http/errors'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadMoreError } from '../ui/load-more-error.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { openFolder, useFolder } from './address.ts'
import { type LinkPage, reasonOf } from './calls.ts'
import { FileRow, ROW } from './file-row.tsx'
import { t } from './strings.ts'

export interface FolderListProps {
  list: UseInfiniteQueryResult<InfiniteData<LinkPage>>
  keyword: string
}

/** The rows of a folder; more are loaded when the end comes into view. */
export function FolderList({ list, keyword }: FolderListProps): ReactElement {
  const { data, error } = list
  const total = data?.pages[0]?.total
  useEffect(() => {
    if (keyword && total !== undefined) announce(t('items', { count: total }))
  }, [keyword, total])
  if (!data) return error ? <Failed list={list} /> : <SkeletonRows selectable={false} />
  const items = data.pages.flatMap((page) => page.list)
  if (items.length === 0)
    return keyword ? (
      <EmptyState illustration="search" title={t('noMatch', { keyword })} text={t('noMatchText')} />
    ) : (
      <EmptyState title={t('empty')} text={t('emptyText')} />
    )
  return (
    <>
      <p aria-hidden className={`${ROW} h-9 border-b border-line text-caption text-mut max-md:hidden`}>
        <span>{t('name')}</span>
        <span>{t('modified')}</span>
        <span className="text-right">{t('size')}</span>
      </p>
      <ul aria-label={t('list')}>
        {items.map((item) => (
          <FileRow key={item.instanceId} item={item} mark={keyword} />
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <LoadMoreError
          failure={
            list.error
              ? {
                  error: list.error,
                  retrying: list.isFetchingNextPage,
                  retry: () => void list.fetchNextPage(),
                }
              : undefined
          }
        />
      ) : (
        list.hasNextPage && <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  )
}

function Failed({ list }: Pick<FolderListProps, 'list'>): ReactElement {
  const folder = useFolder()
  const isGone = list.error instanceof ApiError && !list.error.retryable
  if (isGone && folder !== undefined)
    return (
      <EmptyState illustration="broken" title={t('folderGone')} text={t('folderGoneText')}>
        <Button variant="primary" onClick={() => openFolder(undefined)}>
          {t('backToAll')}
        </Button>
      </EmptyState>
    )
  return (
    <ErrorState text={reasonOf(list.error)} retrying={list.isFetching} onRetry={() => void list.refetch()} />
  )
}

/** Pressed by the page itself when it comes into view. */
function More({ busy, onMore }: { busy: boolean; onMore: () => void }): ReactElement {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    if (busy || !end.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current())
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [busy])
  return (
    <div ref={end} className="flex justify-center py-3">
      <Button size="small" busy={busy} onClick={onMore}>
        {t('more')}
      </Button>
    </div>
  )
}
