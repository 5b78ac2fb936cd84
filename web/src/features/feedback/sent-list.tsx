import { type Feedback, queryFeedbackPicture } from '@clouddisk/contract/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { client, errorMessage } from '../../lib/api.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { STATE_TONES, sentQuery } from './feedback.ts'
import { t } from './strings.ts'

/** What the person wrote, the latest first. */
export function SentList(): ReactElement {
  const query = useInfiniteQuery(sentQuery)
  if (query.isPending) return <Loading />
  if (!query.data)
    return (
      <ErrorState
        title={t('failed')}
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />
  return (
    <>
      <ul className="flex flex-col gap-3">
        {list.map((feedback) => (
          <li key={feedback.feedbackId} className="rounded-l border border-line px-4 py-3">
            <Sent feedback={feedback} />
          </li>
        ))}
      </ul>
      <MoreRows query={query} text={t('more')} />
    </>
  )
}

function Sent({ feedback }: { feedback: Feedback }): ReactElement {
  const { feedbackId, kind, text, state, createTime, answer, answeredBy, hasPicture } = feedback
  return (
    <article>
      <p className="flex flex-wrap items-center gap-2 text-caption text-mut">
        <span>{t(kind)}</span>
        <time dateTime={createTime} className="tabular">
          {formatFullDateTime(createTime)}
        </time>
        <Chip tone={STATE_TONES[state]} className="ml-auto">
          {t(state)}
        </Chip>
      </p>
      <p className="mt-1.5 text-body break-words whitespace-pre-wrap select-text">{text}</p>
      {hasPicture && <FeedbackPicture src={client.urlOf(queryFeedbackPicture, { feedbackId })} />}
      {answer && (
        <div className="mt-3 rounded-m bg-field px-3 py-2">
          <p className="text-caption font-semibold text-fg-2">
            {answeredBy === null ? t('answer') : t('answerBy', { name: answeredBy })}
          </p>
          <p className="mt-0.5 text-body break-words whitespace-pre-wrap select-text">{answer}</p>
        </div>
      )}
    </article>
  )
}

/** A picture of feedback; opened whole in a tab of its own. */
export const FeedbackPicture = ({ src }: { src: string }): ReactElement => (
  <a
    href={src}
    target="_blank"
    rel="noopener"
    aria-label={t('openPicture')}
    className="mt-2 block w-fit rounded-m"
  >
    <img
      src={src}
      alt={t('pictureOf')}
      loading="lazy"
      className="max-h-40 max-w-full rounded-m border border-line object-contain"
    />
  </a>
)
