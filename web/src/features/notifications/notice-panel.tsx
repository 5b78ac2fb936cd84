import type { Notice } from '@clouddisk/contract/notifications'
import { CheckCheck, ListFilter, Settings2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadMoreError } from '../../ui/load-more-error.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { bellIllustration } from './illustration.tsx'
import { NoticeRow } from './notice-row.tsx'
import { useMarkRead, useNotices } from './notices.ts'
import { t } from './strings.ts'

export interface NoticePanelProps {
  unread: number
  onLeave: () => void
  onSettings: () => void
}

/** What the bell opens: notifications by day, the latest first. */
export function NoticePanel({ unread, onLeave, onSettings }: NoticePanelProps): ReactElement {
  const [onlyUnread, setOnlyUnread] = useState(false)
  const mark = useMarkRead()
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="text-section font-semibold">{t('title')}</h2>
        <div className="ml-auto flex items-center gap-1">
          <IconButton
            icon={ListFilter}
            label={t('onlyUnread')}
            pressed={onlyUnread}
            onClick={() => setOnlyUnread(!onlyUnread)}
          />
          <IconButton
            icon={CheckCheck}
            label={t('readAll')}
            busy={mark.isPending && mark.variables === undefined}
            disabledReason={unread === 0 ? t('nothingUnread') : undefined}
            onClick={() => mark.mutate(undefined)}
          />
          <IconButton icon={Settings2} label={t('settings')} onClick={onSettings} />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NoticeList onlyUnread={onlyUnread} onRead={(id) => mark.mutate([id])} onLeave={onLeave} />
      </div>
    </>
  )
}

interface NoticeListProps {
  onlyUnread: boolean
  onRead: (id: string) => void
  onLeave: () => void
}

function NoticeList({ onlyUnread, onRead, onLeave }: NoticeListProps): ReactElement {
  const pages = useNotices(onlyUnread)
  const box = useListFocus()
  if (pages.isPending) return <SkeletonRows rows={4} rowHeight={72} />
  if (pages.isError && !pages.data)
    return (
      <ErrorState
        text={errorMessage(pages.error)}
        retrying={pages.isFetching}
        onRetry={() => void pages.refetch()}
      />
    )
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0)
    return onlyUnread ? (
      <EmptyState illustration={bellIllustration} title={t('noneUnread')} text={t('noneUnreadText')} />
    ) : (
      <EmptyState illustration={bellIllustration} title={t('none')} text={t('noneText')} />
    )
  return (
    <div ref={box}>
      {[...Map.groupBy(list, dayOf)].map(([day, notices]) => (
        <section key={day} aria-label={day}>
          <h3 className="sticky top-0 z-10 bg-pop px-4 pt-2.5 pb-1 text-caption font-semibold text-mut">
            {day}
          </h3>
          <ul>
            {notices.map((notice) => (
              <NoticeRow key={notice.notificationId} notice={notice} onRead={onRead} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      ))}
      {pages.isFetchNextPageError ? (
        <LoadMoreError
          failure={{
            error: pages.error,
            retrying: pages.isFetchingNextPage,
            retry: () => void pages.fetchNextPage(),
          }}
        />
      ) : pages.hasNextPage ? (
        <div className="flex justify-center p-3">
          <Button size="small" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Today, Yesterday, 18 Nov: the reader's own days. */
const dayOf = ({ time }: Notice): string => formatDateTime(time).replace(/ \d\d:\d\d$/, '')
