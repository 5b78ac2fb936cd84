import type { PublicNotice, queryPublicNotices } from '@clouddisk/contract/policies'
import type { Reply } from '@clouddisk/contract/route'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { noticeQuery, noticesQuery } from './data.ts'
import { NoticeText } from './notice-text.tsx'
import { shownNotice } from './shown-notice.ts'
import { t } from './strings.ts'

type Notice = Reply<typeof queryPublicNotices>[number]

/** The current notice and those before it (R36). */
export function NoticesDialog(dialog: DialogControl): ReactElement {
  const { data, error, refetch, isFetching } = useQuery({ ...noticesQuery, enabled: dialog.open })
  return (
    <Dialog
      {...dialog}
      flush
      width={640}
      title={t('publicNotice')}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      {data?.length === 0 ? (
        <EmptyState title={t('noNotices')} text={t('noNoticesText')} />
      ) : data ? (
        <ul className="px-3 pb-3">
          {data.map((notice, index) => (
            <NoticeItem key={notice.version} notice={notice} first={index === 0} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState
          title={t('noticesFailed')}
          text={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function NoticeItem({ notice, first }: { notice: Notice; first: boolean }): ReactElement {
  const [open, setOpen] = useState(first)
  const panel = useId()
  const { title, language: of } = shownNotice(notice)
  const isOver = notice.endTime !== null && new Date(notice.endTime) <= new Date()
  return (
    <li className="border-b border-line last:border-0">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center gap-3 rounded-m px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span lang={of} className="min-w-0 flex-1 text-body font-medium break-words">
            {title}
          </span>
          {notice.current ? <Chip tone="ok">{t('current')}</Chip> : isOver && <Chip>{t('over')}</Chip>}
          <span className="tabular shrink-0 text-caption text-mut">{formatDateTime(notice.publishTime)}</span>
          <ChevronDown
            size={16}
            aria-hidden
            className={clsx('shrink-0 text-mut transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={panel} hidden={!open} className="px-3 pt-1 pb-4">
        {open && <LoadedNotice version={notice.version} />}
      </div>
    </li>
  )
}

function LoadedNotice({ version }: Pick<PublicNotice, 'version'>): ReactElement {
  const { data, error, refetch, isFetching } = useQuery(noticeQuery(version))
  if (data) return <NoticeText notice={data} />
  return error ? (
    <ErrorState
      title={t('noticesFailed')}
      text={errorMessage(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Loading />
  )
}
