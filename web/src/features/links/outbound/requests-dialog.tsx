import { type OutboundRequest, queryInvalidLinkOaApply } from '@clouddisk/contract/outbound'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Loading } from '../../../ui/skeleton.tsx'
import { endedKey, filesText, outboundQuery, STATE_TONES, stateText, withdraw } from './outbound.ts'
import { WaitingRequest } from './request-lines.tsx'
import { t } from './strings.ts'

const LATEST = 100

/** Whether the person may share outside, and what became of its requests. */
export function RequestsDialog(dialog: DialogControl): ReactElement {
  const now = useQuery(outboundQuery)
  const ended = useQuery(callQuery(endedKey, queryInvalidLinkOaApply, { pageSize: LATEST }))
  const failed = now.error ?? ended.error
  const waiting = now.data?.request?.state === 'waiting' ? now.data.request : undefined
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('requestsTitle')}
      footerStart={
        waiting && (
          <Button variant="bare" danger className="-ml-2.5" onClick={() => void withdraw(waiting)}>
            {t('withdraw')}
          </Button>
        )
      }
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      {now.data && ended.data ? (
        <div className="flex flex-col gap-6">
          <section className="flex flex-col gap-2">
            <h3 className="text-secondary font-semibold">{t(waiting ? 'waitingTitle' : 'now')}</h3>
            {waiting ? (
              <WaitingRequest request={waiting} approvalUrl={now.data.approvalUrl} />
            ) : (
              <p className="text-body text-fg-2">{nowText(now.data)}</p>
            )}
          </section>
          <section className="flex flex-col gap-1">
            <h3 className="text-secondary font-semibold">{t('ended')}</h3>
            {ended.data.list.length === 0 ? (
              <p className="text-body text-mut">{t('endedNone')}</p>
            ) : (
              <ul>
                {ended.data.list.map((request) => (
                  <Ended key={request.requestId} request={request} />
                ))}
              </ul>
            )}
            {ended.data.total > LATEST && (
              <p className="text-caption text-mut">{t('latestOnly', { count: LATEST })}</p>
            )}
          </section>
        </div>
      ) : failed ? (
        <ErrorState
          title={t('notRead')}
          text={errorMessage(failed)}
          retrying={now.isFetching || ended.isFetching}
          onRetry={() => {
            void now.refetch()
            void ended.refetch()
          }}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function nowText({ permitted, request }: { permitted: boolean; request: OutboundRequest | null }): string {
  if (!permitted) return t('none')
  return request?.expireTime
    ? t('permittedUntil', { time: formatFullDateTime(request.expireTime) })
    : t('permitted')
}

function Ended({ request }: { request: OutboundRequest }): ReactElement {
  const { state, reason, note, reviewer, stateTime } = request
  const files = filesText(request)
  return (
    <li className="flex items-start gap-3 border-b border-line py-2.5 last:border-0">
      <span className="min-w-0 flex-1">
        <span className="block text-body break-words">{reason}</span>
        {files !== '' && (
          <span className="block truncate text-caption text-mut" title={request.fileNames.join('\n')}>
            {files}
          </span>
        )}
        {note !== '' && (
          <span className="block text-caption break-words text-fg-2">
            {reviewer ? t('reviewedBy', { name: reviewer, note }) : note}
          </span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <Chip tone={STATE_TONES[state]}>{stateText(state)}</Chip>
        <time
          dateTime={stateTime}
          title={formatFullDateTime(stateTime)}
          className="tabular text-caption text-mut"
        >
          {formatDateTime(stateTime)}
        </time>
      </span>
    </li>
  )
}
