import { XLSX } from '@clouddisk/contract/admin-people'
import { importLibraryValues, VALUES_ROWS_MAX } from '@clouddisk/contract/libraries'
import type { Reply } from '@clouddisk/contract/route'
import { FileSpreadsheet } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshLibraries } from './data.ts'
import { t } from './strings.ts'

type Report = Reply<typeof importLibraryValues>
/** Thousands of rows take a while. */
const IMPORT_MS = 300_000

/** Brings values of a workbook: first a report of all rows, then the change. */
export function ImportDialog({ libraryId, ...dialog }: DialogControl & { libraryId: string }): ReactElement {
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<Report>()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const send = async (workbook: File, dryRun: boolean): Promise<Report | undefined> => {
    setBusy(true)
    setRefused(undefined)
    try {
      return await call(
        importLibraryValues,
        { libraryId, dryRun },
        { file: { type: XLSX, content: workbook }, timeoutMs: IMPORT_MS },
      )
    } catch (error) {
      setRefused(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = async (workbook: File | undefined) => {
    if (!workbook) return
    setFile(workbook)
    setReport(undefined)
    setReport(await send(workbook, true))
  }
  const apply = async () => {
    const done = file && (await send(file, false))
    if (!done) return
    dialog.onOpenChange(false)
    toast.ok(t('imported', { count: done.changed }))
    await refreshLibraries()
  }
  return (
    <Dialog
      {...dialog}
      width={600}
      busy={busy}
      title={t('import')}
      footer={
        <>
          <CloseButton />
          {report && report.changed > 0 && (
            <Button variant="primary" busy={busy} onClick={() => void apply()}>
              {t('importNow')}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3 text-secondary text-fg-2">{t('importText', { max: VALUES_ROWS_MAX })}</p>
      <input
        ref={input}
        type="file"
        accept={`.xlsx,${XLSX}`}
        aria-label={t('chooseWorkbook')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
      <Button icon={FileSpreadsheet} busy={busy} onClick={() => input.current?.click()}>
        {file?.name ?? t('chooseWorkbook')}
      </Button>
      {refused && (
        <div className="mt-4">
          <ErrorSummary title={t('importFailed')}>{refused}</ErrorSummary>
        </div>
      )}
      {report && (
        <div role="status" className="mt-4">
          <p>{t('checked', { rows: report.rows, changed: report.changed, failed: report.failed })}</p>
          {(report.changed === 0 || report.failed > 0) && (
            <p className="mt-1 text-secondary text-mut">
              {t(report.changed === 0 ? 'nothingToImport' : 'wrongLeftOut')}
            </p>
          )}
          {report.faults.length > 0 && (
            <ul className="mt-2 max-h-60 overflow-y-auto rounded-m border border-line py-1">
              {report.faults.map(({ row, path, errmsg }) => (
                <li key={row} className="px-3 py-1.5 text-secondary">
                  <span className="tabular text-mut">{t('wrongRow', { row })}</span> {path}
                  <span className="block text-danger">{errmsg}</span>
                </li>
              ))}
            </ul>
          )}
          {report.failed > report.faults.length && (
            <p className="mt-2 text-secondary text-mut">
              {t('moreWrong', { count: report.failed - report.faults.length })}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
