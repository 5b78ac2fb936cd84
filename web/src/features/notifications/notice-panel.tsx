import { CheckCheck, ListFilter, Settings2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { DayList } from '../../ui/day-list.tsx'
import { EmptyState, line } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoticeRow } from './notice-row.tsx'
import { useMarkRead, useNotices } from './notices.ts'
import { t } from './strings.ts'

interface NoticePanelProps {
  unread: number
  onLeave: () => void
  onSettings: () => void
}

/** The popover of the bell: notifications by day, latest first. */
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
    return (
      <EmptyState
        illustration={bellIllustration}
        title={t(onlyUnread ? 'noneUnread' : 'none')}
        text={t(onlyUnread ? 'noneUnreadText' : 'noneText')}
      />
    )
  return (
    <div ref={box}>
      <DayList rows={list} headClass="sticky top-0 z-10 bg-pop px-4 pt-2.5 pb-1">
        {(notice) => (
          <NoticeRow key={notice.notificationId} notice={notice} onRead={onRead} onLeave={onLeave} />
        )}
      </DayList>
      <MoreRows query={pages} text={t('more')} />
    </div>
  )
}

const bellIllustration = (
  <>
    <path d="M51 73a9 9 0 0 0 18 0" className={`fill-press ${line}`} strokeLinejoin="round" />
    <path
      d="M60 17a5 5 0 0 1 5 5v2.4c10 2.2 16 10.6 16 21.6 0 13 3 19 8 24a2 2 0 0 1-1.4 3.4H32.4A2 2 0 0 1 31 70c5-5 8-11 8-24 0-11 6-19.4 16-21.6V22a5 5 0 0 1 5-5Z"
      className={`fill-field ${line}`}
      strokeLinejoin="round"
    />
    <path d="M47 46c0-7 3.5-11.6 9-13.4" className="stroke-ctl stroke-[2.5]" strokeLinecap="round" />
  </>
)
