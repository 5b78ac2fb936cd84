import type { AdminUpload } from '@clouddisk/contract/admin-uploads'
import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime, timeInSentence } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { t } from './strings.ts'

const extOf = ({ instanceName }: AdminUpload): string => splitName(instanceName).ext.replace(/^\./, '')
const placeOf = ({ folderPath }: AdminUpload): string => folderPath?.split('/').join(' / ') ?? t('hidden')
const receivedOf = ({ receivedSize, fileSize }: AdminUpload): string =>
  t('received', {
    received: receivedSize === null ? t('unknown') : formatSize(receivedSize),
    size: formatSize(fileSize),
  })

/** The department only where there is one: most of the room is the account's. */
const ownerLabel = ({ userName, departmentName }: AdminUpload): string =>
  departmentName === null ? userName : `${userName} · ${departmentName}`

const Name = ({ upload }: { upload: AdminUpload }): ReactElement => (
  <span className="flex min-w-0 items-center gap-3.5 pr-3">
    <FileIcon ext={extOf(upload)} folder={false} />
    <span className="min-w-0">
      <FileName name={upload.instanceName} />
      <span className="block truncate text-caption text-mut" title={placeOf(upload)}>
        {placeOf(upload)}
      </span>
    </span>
  </span>
)

const Who = ({ upload }: { upload: AdminUpload }): ReactElement => (
  <span className="flex min-w-0 items-center gap-2.5 pr-3">
    <Avatar name={upload.userRealName} size={28} />
    <span className="min-w-0">
      <span className="block truncate text-secondary" title={upload.userRealName}>
        {upload.userRealName}
      </span>
      <span className="block truncate text-caption text-mut" title={ownerLabel(upload)}>
        {ownerLabel(upload)}
      </span>
    </span>
  </span>
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

/** Whole days that it is kept on, 0 on the last. */
function daysLeft({ expireTime }: AdminUpload): number {
  const ms = Date.parse(expireTime) - Date.now()
  return Math.max(0, Math.floor(ms / DAY_MS))
}

const isLast = (upload: AdminUpload): boolean => daysLeft(upload) === 0
const daysLeftText = (upload: AdminUpload): string =>
  isLast(upload) ? t('lastDay') : t('daysLeft', { count: daysLeft(upload) })

const LATELY_SECONDS = 60
/** A part of a slow line takes minutes; nobody who is at it is silent for so long. */
const SILENT_SECONDS = 10 * 60

type UploadActivity = 'running' | 'slow' | 'silent' | 'unknown'

/** How it went when it was read last: that it is not read again since then is no silence of its own. */
function uploadActivity({ receivedSize, quietSeconds }: AdminUpload): UploadActivity {
  if (receivedSize === null) return 'unknown'
  return quietSeconds < LATELY_SECONDS ? 'running' : quietSeconds < SILENT_SECONDS ? 'slow' : 'silent'
}

/** That it is coming, when something came last, or since when nothing has. */
function Pulse({ upload }: { upload: AdminUpload }): ReactElement {
  const pace = uploadActivity(upload)
  const { receiveTime, createTime } = upload
  if (pace === 'running') return <span className="truncate text-caption text-info">{t('running')}</span>
  if (pace === 'unknown')
    return (
      <span title={t('unknownWhy')} className="truncate text-caption text-warn">
        {t('unknownNow')}
      </span>
    )
  const since = receiveTime ?? createTime
  const words = pace === 'silent' ? 'idleSince' : receiveTime === null ? 'nothingYet' : 'lastReceived'
  return (
    <span title={formatFullDateTime(since)} className="truncate text-caption text-mut">
      {t(words, { time: timeInSentence(since) })}
    </span>
  )
}

const Moment = ({ at, last }: { at: string; last?: boolean }): ReactElement => (
  <time
    dateTime={at}
    title={formatFullDateTime(at)}
    className={clsx('tabular truncate pr-2 text-secondary', last ? 'text-warn' : 'text-fg-2')}
  >
    {formatDateTime(at)}
  </time>
)

/** Their ids are what the call orders by. */
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
    cell: ({ row: { original: upload } }) => <Who upload={upload} />,
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
        <Moment at={upload.createTime} />
        <Pulse upload={upload} />
      </span>
    ),
  },
  {
    id: 'expireTime',
    accessorKey: 'expireTime',
    header: t('expires'),
    meta: { width: '132px', from: 1280 },
    cell: ({ row: { original: upload } }) => <Moment at={upload.expireTime} last={isLast(upload)} />,
  },
]

/** Two lines for a phone: name; how much has come, that it is coming or how long it is kept, and whose it is. */
export function AllUploadsPhoneRow({ upload }: { upload: AdminUpload }): ReactElement {
  const pace = uploadActivity(upload)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <FileIcon ext={extOf(upload)} folder={false} size={30} />
      <span className="min-w-0 flex-1">
        <FileName name={upload.instanceName} className="text-section" />
        <span className="block truncate text-caption text-mut">
          {receivedOf(upload)}
          {' · '}
          {pace === 'running' ? (
            <span className="text-info">{t('running')}</span>
          ) : (
            <span className={clsx(isLast(upload) && 'text-warn')}>{daysLeftText(upload)}</span>
          )}
          {` · ${upload.userRealName}`}
        </span>
      </span>
    </span>
  )
}
