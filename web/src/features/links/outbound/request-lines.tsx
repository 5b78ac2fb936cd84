import { OUTBOUND_REVIEW_DAYS, type OutboundRequest } from '@clouddisk/contract/outbound'
import { ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { DetailList } from '../../../ui/detail-list.tsx'
import { filesText } from './outbound.ts'
import { t } from './strings.ts'

/** A request that waits: what was asked for, and where else approval is given. */
export const WaitingRequest = (props: { request: OutboundRequest; approvalUrl: string }): ReactElement => {
  const { request, approvalUrl } = props
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-body text-fg-2">
        {t('waitingText', { days: OUTBOUND_REVIEW_DAYS })}
      </p>
      <DetailList
        className="grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-m bg-canvas px-3.5 py-3 text-secondary"
        labelClass="text-secondary text-fg-2"
        valueClass="tabular break-words text-secondary"
        lines={[
          [t('since'), formatFullDateTime(request.createTime)],
          [t('duration'), t(request.duration)],
          request.fileNames.length > 0 && [t('files'), filesText(request)],
          [t('reason'), request.reason],
        ]}
      />
      {approvalUrl !== '' && (
        <a
          href={approvalUrl}
          target="_blank"
          rel="noreferrer"
          className="flex items-center gap-1.5 self-start rounded-s text-body font-medium text-accent-text hover:underline"
        >
          {t('elsewhere')}
          <ExternalLink size={16} aria-hidden />
        </a>
      )}
    </div>
  )
}
