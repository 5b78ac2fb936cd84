import type { LocalSyncTask } from '@clouddisk/contract/desktop'
import { clsx } from 'clsx'
import { Folder } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { FileName } from '../../ui/file-name.tsx'
import { PathText } from '../../ui/path-text.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { t } from './strings.ts'

/** Columns of the local sync list (R160). */

const TONE: Record<LocalSyncTask['syncStatus'], string> = {
  wait: 'text-fg-2',
  syncing: 'text-info',
  finished: 'text-ok',
  error: 'text-danger',
}

function nameCell({ folderName, syncTime }: LocalSyncTask): ReactElement {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Folder size={24} aria-hidden className="shrink-0 text-mut" />
      <span className="min-w-0 flex-1">
        <FileName name={folderName} className="[--name-spread:start]" />
        <span className="tabular block truncate text-caption text-mut">{t('daily', { time: syncTime })}</span>
      </span>
    </span>
  )
}

/** The state, and below it why it is so. */
function statusCell({ syncStatus, errmsg, report, nextSyncTime }: LocalSyncTask): ReactElement {
  const { uploaded = 0, unchanged = 0, failed = 0 } = report ?? {}
  const below =
    errmsg ??
    (syncStatus === 'wait' && nextSyncTime
      ? t('next', { time: formatDateTime(nextSyncTime) })
      : report && t('report', { uploaded, unchanged, failed }))
  return (
    <span className="block min-w-0">
      <span className={clsx('block truncate text-secondary', TONE[syncStatus])}>{t(syncStatus)}</span>
      {below && (
        <span title={below} className="block truncate text-caption text-mut">
          {below}
        </span>
      )}
    </span>
  )
}

const timeText = ({ lastSyncTime }: LocalSyncTask): string =>
  lastSyncTime === null ? t('none') : formatDateTime(lastSyncTime)

export const LOCAL_SYNC_COLUMNS: readonly ColumnDef<LocalSyncTask>[] = [
  {
    id: 'folder',
    header: t('folder'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1fr)' },
    cell: ({ row }) => nameCell(row.original),
  },
  {
    id: 'status',
    header: t('status'),
    meta: { width: 'minmax(220px, 1.2fr)' },
    cell: ({ row }) => statusCell(row.original),
  },
  {
    id: 'local',
    header: t('localPath'),
    meta: { width: 'minmax(140px, 1fr)' },
    cell: ({ row: { original } }) => (
      <span title={original.localPath} className="block truncate text-secondary text-fg-2">
        {original.localPath}
      </span>
    ),
  },
  {
    id: 'cloud',
    header: t('diskPath'),
    meta: { width: 'minmax(140px, 1fr)' },
    cell: ({ row }) => <PathText path={row.original.diskPath} className="text-secondary text-fg-2" />,
  },
  {
    id: 'time',
    header: t('lastTime'),
    meta: { width: '140px' },
    cell: ({ row }) => <span className="tabular text-secondary text-mut">{timeText(row.original)}</span>,
  },
]

export const localSyncPhoneRow = (task: LocalSyncTask): ReactElement => (
  <span className="min-w-0 flex-1">
    <FileName name={task.folderName} className="text-body" />
    <span className="block truncate text-caption text-mut">
      {[t('daily', { time: task.syncTime }), task.diskPath].join(' · ')}
    </span>
    {statusCell(task)}
  </span>
)
