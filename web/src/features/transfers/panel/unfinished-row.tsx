import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime, timeInSentence } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { shortDate, sizeProgress } from '../messages.ts'
import { t } from '../question-strings.ts'
import { confirmAndDiscard } from '../recovery/confirm-discard.ts'
import { hasStopped, stoppedAt } from '../recovery/unfinished.ts'

/** One unfinished upload of another browser: progress, destination, and until when it can be resumed. */
export function UnfinishedRow({ session }: { session: OpenUpload }): ReactElement {
  const { instanceName, folderPath, fileSize, receivedSize, expireTime } = session
  const place = folderPath?.split('/').join(' / ') ?? t('destinationUnavailable')
  return (
    <li className="flex items-center gap-3 py-2.5 pr-5 pl-6">
      <FileIcon ext={splitName(instanceName).ext} size={30} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <FileName name={instanceName} className="flex-1" />
          <span className="tabular shrink-0 text-caption text-mut">
            {receivedSize === null ? formatSize(fileSize) : sizeProgress(receivedSize, fileSize)}
          </span>
        </div>
        {receivedSize !== null && (
          <ProgressBar
            className="my-1"
            tone="warn"
            value={fileSize === 0 ? 0 : receivedSize / fileSize}
            label={t('uploadProgress', { name: instanceName })}
          />
        )}
        <p className="tabular flex flex-wrap gap-x-1.5 text-caption text-mut">
          <span className="min-w-0 flex-1 basis-40 truncate text-fg-2" title={place}>
            {place}
          </span>
          <span className="whitespace-nowrap">
            {lastText(session)}
            {' · '}
            {t('resumableUntil', { date: lastDay(expireTime) })}
          </span>
        </p>
      </div>
      <IconButton
        icon={Trash2}
        label={`${t('discard')} · ${instanceName}`}
        onClick={() => void confirmAndDiscard([session])}
      />
    </li>
  )
}

function lastText(session: OpenUpload): string {
  const time = timeInSentence(stoppedAt(session))
  if (session.receiveTime === null) return t('startedAt', { time })
  return t(hasStopped(session) ? 'stoppedAt' : 'lastReceived', { time })
}

const DAY_MS = 86_400_000
const lastDay = (iso: string): string =>
  Date.parse(iso) - Date.now() < DAY_MS ? formatDateTime(iso) : shortDate(iso)
