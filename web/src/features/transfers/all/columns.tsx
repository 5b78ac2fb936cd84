import type { AdminUpload } from '@clouddisk/contract/admin-uploads'
import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime, timeInSentence } from '../../../lib/format-date-time.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { OwnerCell } from '../../../ui/list/cells.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { t } from './strings.ts'

const extOf = ({ instanceName }: AdminUpload): string => splitName(instanceName).ext.replace(/^\./, '')
const pathOf = ({ folderPath }: AdminUpload): string => folderPath?.split('/').join(' / ') ?? t('hidden')
const receivedOf = ({ receivedSize, fileSize }: AdminUpload): string =>
  t('received', {
    received: receivedSize === null ? t('unknown') : formatSize(receivedSize),
    size: formatSize(fileSize),
  })

/** The account, and the department if there is one. */
const accountLabel = ({ userName, departmentName }: AdminUpload): string =>
  departmentName === null ? userName : `${userName} · ${departmentName}`

const Name = ({ upload }: { upload: AdminUpload }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3.5 pr-3">
    <FileIcon ext={extOf(upload)} folder={false} />
    <span className="min-w-0">
      <FileName name={upload.instanceName} />
      <span className="block truncate text-caption text-mut" title={pathOf(upload)}>
        {pathOf(upload)}
      </span>
    </span>
  </span>
)

const Owner = ({ upload }: { upload: AdminUpload }): ReactElement => (
  <OwnerCell type="user" name={upload.userRealName}>
    <span className="block truncate text-caption text-mut" title={accountLabel(upload)}>
      {accountLabel(upload)}
    </span>
  </OwnerCell>
)

function Received({ upload }: { upload: AdminUpload }): ReactElement {
  const { fileSize, receivedSize, partSize, instanceName } = upload
  return (
    <span
      className="flex min-w-0 flex-1 flex-col gap-1.5 pr-3"
      title={t('part', { size: formatSize(partSize) })}
    >
      <span className="tabular truncate text-secondary text-fg-2">{receivedOf(upload)}</span>
      {receivedSize !== null && (
        <ProgressBar
          value={fileSize > 0 ? receivedSize / fileSize : 0}
          tone="neutral"
          label={t('receivedOf', { name: instanceName })}
        />
      )}
    </span>
  )
}

const DAY_MS = 24 * 3600 * 1000

/** Whole days until it expires. */
const daysLeft = ({ expireTime }: AdminUpload): number =>
  Math.max(0, Math.floor((Date.parse(expireTime) - Date.now()) / DAY_MS))

const isLastDay = (upload: AdminUpload): boolean => daysLeft(upload) === 0
const daysLeftText = (upload: AdminUpload): string =>
  isLastDay(upload) ? t('lastDay') : t('daysLeft', { count: daysLeft(upload) })

const RUNNING_SECONDS = 60
/** On a slow line one part may take minutes. */
const STOPPED_SECONDS = 10 * 60

type UploadActivity = 'running' | 'slow' | 'stopped' | 'unknown'

/** The activity at the time of the query, by the seconds without received data. */
function uploadActivity({ receivedSize, quietSeconds }: AdminUpload): UploadActivity {
  if (receivedSize === null) return 'unknown'
  return quietSeconds < RUNNING_SECONDS ? 'running' : quietSeconds < STOPPED_SECONDS ? 'slow' : 'stopped'
}

/** Whether it is running, else the time of the last received data. */
function Activity({ upload }: { upload: AdminUpload }): ReactElement {
  const activity = uploadActivity(upload)
  const { receiveTime, createTime } = upload
  if (activity === 'running') return <span className="truncate text-caption text-info">{t('running')}</span>
  if (activity === 'unknown')
    return (
      <span title={t('unknownWhy')} className="truncate text-caption text-warn">
        {t('unknownNow')}
      </span>
    )
  const since = receiveTime ?? createTime
  const key = activity === 'stopped' ? 'idleSince' : receiveTime === null ? 'nothingYet' : 'lastReceived'
  return (
    <span title={formatFullDateTime(since)} className="truncate text-caption text-mut">
      {t(key, { time: timeInSentence(since) })}
    </span>
  )
}

const Time = ({ at, last }: { at: string; last?: boolean }): ReactElement => (
  <time
    dateTime={at}
    title={formatFullDateTime(at)}
    className={clsx('tabular truncate pr-2 text-secondary', last ? 'text-warn' : 'text-fg-2')}
  >
    {formatDateTime(at)}
  </time>
)

/** The ids are values of `orderBy`. */
export const allUploadsColumns: readonly ColumnDef<AdminUpload>[] = [
  {
    id: 'instanceName',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(200px, 1.6fr)' },
    cell: ({ row: { original: upload } }) => <Name upload={upload} />,
  },
  {
    id: 'person',
    header: t('person'),
    meta: { width: 'minmax(180px, 1.1fr)', from: 768 },
    cell: ({ row: { original: upload } }) => <Owner upload={upload} />,
  },
  {
    id: 'fileSize',
    accessorKey: 'fileSize',
    header: t('size'),
    sortDescFirst: true,
    meta: { width: '164px', from: 768 },
    cell: ({ row: { original: upload } }) => <Received upload={upload} />,
  },
  {
    id: 'createTime',
    accessorKey: 'createTime',
    header: t('begun'),
    sortDescFirst: true,
    meta: { width: '160px', from: 1024 },
    cell: ({ row: { original: upload } }) => (
      <span className="flex min-w-0 flex-col">
        <Time at={upload.createTime} />
        <Activity upload={upload} />
      </span>
    ),
  },
  {
    id: 'expireTime',
    accessorKey: 'expireTime',
    header: t('expires'),
    meta: { width: '132px', from: 1280 },
    cell: ({ row: { original: upload } }) => <Time at={upload.expireTime} last={isLastDay(upload)} />,
  },
]

/** Two lines on a phone: name; received bytes, activity or days left, and owner. */
export function AllUploadsPhoneRow({ upload }: { upload: AdminUpload }): ReactElement {
  const activity = uploadActivity(upload)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <FileIcon ext={extOf(upload)} folder={false} size={30} />
      <span className="min-w-0 flex-1">
        <FileName name={upload.instanceName} className="text-section" />
        <span className="block truncate text-caption text-mut">
          {receivedOf(upload)}
          {' · '}
          {activity === 'running' ? (
            <span className="text-info">{t('running')}</span>
          ) : (
            <span className={clsx(isLastDay(upload) && 'text-warn')}>{daysLeftText(upload)}</span>
          )}
          {` · ${upload.userRealName}`}
        </span>
      </span>
    </span>
  )
}
