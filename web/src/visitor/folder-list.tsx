import { ApiError } from '@clouddisk/client/http/errors'
import { type ReactElement, useEffect, useRef } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadMoreError } from '../ui/load-more-error.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { openFolder, usePlace } from './address.ts'
import { type LinkList, reasonOf } from './calls.ts'
import type { ItemsProps } from './items-props.ts'
import { LazyView } from './lazy-view.tsx'
import { usePreviewIn } from './preview/siblings.ts'
import { Rows } from './rows.tsx'
import { t } from './strings.ts'
import { useViewMode } from './view-mode.ts'

const Tiles = lazyPart(() => import('./tiles.tsx'), 'Tiles')
const FoundRows = lazyPart(() => import('./found-rows.tsx'), 'FoundRows')

export interface FolderListProps extends Omit<ItemsProps, 'onPreview'> {
  list: LinkList
  rootId: string | undefined
}

/** The rows or tiles of a folder, or what a search found below it; more are loaded when the end comes into view. */
export function FolderList({ list, items, selection, rootId }: FolderListProps): ReactElement {
  const { folder, keyword } = usePlace()
  const mode = useViewMode()
  const onPreview = usePreviewIn(list)
  const { data, error } = list
  if (!data) return error ? <Failed list={list} /> : <SkeletonRows selectable={false} />
  if (items.length === 0)
    return keyword ? (
      <EmptyState illustration="search" title={t('noMatch', { keyword })} text={t('noMatchText')} />
    ) : (
      <EmptyState title={t('empty')} text={t('emptyText')} />
    )
  const drawn = { items, selection, onPreview }
  return (
    <>
      <LazyView loading={<SkeletonRows selectable={false} />}>
        {keyword ? (
          <FoundRows
            {...drawn}
            keyword={keyword}
            total={items.length}
            truncated={data.pages[0]?.truncated === true && !list.hasNextPage}
            rootId={rootId}
            folderId={folder}
          />
        ) : mode === 'tiles' ? (
          <Tiles {...drawn} />
        ) : (
          <Rows {...drawn} />
        )}
      </LazyView>
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
  const { folder } = usePlace()
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
