import {
  type AuditFilter,
  createLogExport,
  exportLogs,
  fetchLogExport,
  type LogExport,
  type LogFormat,
  type pageLogs,
} from '@clouddisk/contract/audit'
import { formatSize } from '@clouddisk/contract/format'
import type { Reply } from '@clouddisk/contract/route'
import { useQuery } from '@tanstack/react-query'
import { CloudDownload, Download, FileSpreadsheet, FileText, TriangleAlert } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { saveFile, saveLargeFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { exportsQuery } from './data.ts'
import { t } from './strings.ts'

type LogPage = Reply<typeof pageLogs>

const saving = (work: () => Promise<unknown>) => withErrorMessage(t('notExported'), work)

const exportNow = (filter: AuditFilter, format: LogFormat) =>
  saving(() => saveFile(exportLogs, { ...filter, format }))

const exportInBackground = (filter: AuditFilter, format: LogFormat) =>
  saving(async () => {
    await call(createLogExport, { ...filter, format })
    toast.ok(t('exportBegun'))
    await queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey })
  })

export function ExportMenu({
  filter,
  page,
}: {
  filter: AuditFilter
  page: LogPage | undefined
}): ReactElement {
  const [busy, setBusy] = useState(false)
  const during = async (work: Promise<unknown>) => {
    setBusy(true)
    await work
    setBusy(false)
  }
  const max = page?.exportMax ?? 0
  const truncated = page?.truncated ?? false
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={Download} busy={busy}>
          {t(busy ? 'exporting' : 'export')}
        </Button>
      }
      label={t('export')}
      header={
        <div className="mx-1 mb-1.5 border-b border-line px-1.5 pt-1.5 pb-2.5">
          {truncated && (
            <p className="text-secondary font-medium">
              {t('latest', { count: max, max: max.toLocaleString(language) })}
            </p>
          )}
          <p className="text-caption text-mut">{t('exportLogged')}</p>
        </div>
      }
      groups={[
        [
          {
            name: 'log.xlsx',
            label: t('exportXlsx'),
            icon: FileSpreadsheet,
            run: () => void during(exportNow(filter, 'xlsx')),
          },
          {
            name: 'log.csv',
            label: t('exportCsv'),
            icon: FileText,
            run: () => void during(exportNow(filter, 'csv')),
          },
        ],
        [
          {
            name: 'log.all-xlsx',
            label: t('exportAllXlsx'),
            icon: CloudDownload,
            visible: truncated,
            run: () => void during(exportInBackground(filter, 'xlsx')),
          },
          {
            name: 'log.all-csv',
            label: t('exportAllCsv'),
            icon: CloudDownload,
            visible: truncated,
            run: () => void during(exportInBackground(filter, 'csv')),
          },
        ],
      ]}
    />
  )
}

interface TruncatedProps {
  page: LogPage
  filter: AuditFilter
  onNarrow: () => void
}

/** Warns before an export that a direct export would be truncated (C34). */
export function TruncatedNotice({ page, filter, onNarrow }: TruncatedProps): ReactElement | null {
  if (!page.truncated) return null
  const [total, max] = [page.total.toLocaleString(language), page.exportMax.toLocaleString(language)]
  const link = 'font-medium text-accent-text hover:underline'
  return (
    <div
      role="status"
      className="my-1.5 flex shrink-0 gap-3 rounded-m border border-warn-line bg-warn-soft px-4 py-2.5"
    >
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 text-secondary">
        <p className="font-semibold">{t(page.atLeast ? 'truncatedMore' : 'truncated', { total, max })}</p>
        <p className="text-fg-2">
          {t('truncatedText', { max })}
          <button type="button" className={link} onClick={onNarrow}>
            {t('narrow')}
          </button>
          {t('or')}
          <button type="button" className={link} onClick={() => void exportInBackground(filter, 'xlsx')}>
            {t('exportBehind')}
          </button>
          {t('period')}
        </p>
      </div>
    </div>
  )
}

/** Exports that run, and files that can be fetched. */
export function Exports(): ReactElement | null {
  const { data, error, isFetching, refetch } = useQuery(exportsQuery)
  const [fetching, setFetching] = useState<string>()
  const download = async (jobId: string) => {
    setFetching(jobId)
    await saving(() => saveLargeFile(fetchLogExport, { jobId }))
    setFetching(undefined)
  }
  if (!data && error)
    return (
      <p role="status" className="my-1.5 flex shrink-0 items-center gap-2 text-secondary text-fg-2">
        {t('exportsFailed')}
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    )
  if (!data || data.length === 0) return null
  return (
    <ul aria-label={t('exports')} className="my-1.5 flex shrink-0 flex-wrap gap-2">
      {data.slice(0, 4).map((one) => (
        <li
          key={one.jobId}
          className="tabular flex items-center gap-2 rounded-m border border-line bg-bg px-3 py-1.5 text-secondary"
        >
          <span
            title={one.expireTime ? t('keptUntil', { when: formatFullDateTime(one.expireTime) }) : undefined}
          >
            {exportText(one)}
          </span>
          {one.state === 'done' && (
            <Button
              size="small"
              icon={Download}
              busy={fetching === one.jobId}
              onClick={() => void download(one.jobId)}
            >
              {t('download')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function exportText({ format, rows, fileSize, state }: LogExport): string {
  const file = { format: format === 'xlsx' ? 'Excel' : 'CSV', rows: rows.toLocaleString(language) }
  if (state === 'failed') return t('exportFailed', { format: file.format })
  return state === 'done'
    ? t('exportDone', { ...file, size: formatSize(fileSize) })
    : t('exportRunning', file)
}
