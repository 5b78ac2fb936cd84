import { ApiError } from '@clouddisk/client/http/errors'
import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useEffect, useRef } from 'react'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadMoreError } from '../ui/load-more-error.tsx'
import { isSelected, selectedCount } from '../ui/selection.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { t as ui } from '../ui/strings.ts'
import type { SelectionControl } from '../ui/use-selection.ts'
import { openFolder, useFolder } from './address.ts'
import { type LinkList, reasonOf } from './calls.ts'
import { FileRow, ROW } from './file-row.tsx'
import { usePreviewIn } from './preview/siblings.ts'
import { t } from './strings.ts'
import { useListInput } from './use-list-input.ts'

export interface FolderListProps {
  list: LinkList
  items: readonly Instance[]
  selection: SelectionControl
  keyword: string
}

/** The rows of a folder; more are loaded when the end comes into view. */
export function FolderList({ list, items, selection, keyword }: FolderListProps): ReactElement {
  const { data, error } = list
  const total = data?.pages[0]?.total
  useEffect(() => {
    if (keyword && total !== undefined) announce(t('items', { count: total }))
  }, [keyword, total])
  if (!data) return error ? <Failed list={list} /> : <SkeletonRows selectable={false} />
  if (items.length === 0)
    return keyword ? (
      <EmptyState illustration="search" title={t('noMatch', { keyword })} text={t('noMatchText')} />
    ) : (
      <EmptyState title={t('empty')} text={t('emptyText')} />
    )
  return (
    <>
      <Rows list={list} items={items} selection={selection} keyword={keyword} />
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

function Rows({ list, items, selection, keyword }: FolderListProps): ReactElement {
  const { state, keys, send } = selection
  const count = selectedCount(state, keys.length)
  const handlers = useListInput(selection, keys.length)
  const onPreview = usePreviewIn(list)
  return (
    <>
      <div className={`${ROW} h-9 border-b border-line text-caption text-mut max-md:hidden`}>
        <Checkbox
          checked={count === keys.length}
          indeterminate={count > 0 && count < keys.length}
          ariaLabel={ui('selectAll')}
          onChange={(all) => send({ type: all ? 'all' : 'clear' })}
        />
        <span aria-hidden>{t('name')}</span>
        <span aria-hidden>{t('modified')}</span>
        <span aria-hidden className="text-right">
          {t('size')}
        </span>
      </div>
      <ul aria-label={t('list')} {...handlers}>
        {items.map((item, index) => (
          <FileRow
            key={item.instanceId}
            item={item}
            index={index}
            selected={isSelected(state, item.instanceId)}
            mark={keyword}
            onPreview={onPreview}
          />
        ))}
      </ul>
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
