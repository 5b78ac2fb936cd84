import {
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  importPeople,
  peopleTemplate,
  XLSX,
} from '@clouddisk/contract/admin-people'
import { clsx } from 'clsx'
import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { showError } from '../../../ui/failures.ts'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { t } from '../strings.ts'
import { ImportReport, MissingDepartments, type PeopleImportReport, saveReport } from './import-report.tsx'
import { blockUnload, passwordsOf, showGeneratedPasswords } from './passwords.ts'

/** Imports people from a workbook: checks it first, then reports the result of each row. */
export function ImportDialog({ open, onOpenChange }: OverlayControl): ReactElement {
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<PeopleImportReport>()
  const [made, setMade] = useState<PeopleImportReport>()
  const [createDepartments, setCreateDepartments] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (
    workbook: File,
    input: { dryRun: boolean; createDepartments: boolean },
  ): Promise<PeopleImportReport | undefined> => {
    setBusy(true)
    setError(undefined)
    try {
      return await call(importPeople, input, {
        file: { type: XLSX, content: workbook },
        timeoutMs: IMPORT_MS,
      })
    } catch (failure) {
      setError(errorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  const choose = async (workbook: File | undefined) => {
    // The report belongs to the file that is being checked or imported.
    if (!workbook || busy) return
    setFile(workbook)
    setChecked(undefined)
    if (!/\.xlsx$/i.test(workbook.name)) return setError(t('importKind'))
    if (workbook.size > IMPORT_BYTES_MAX) return setError(t('importTooLarge'))
    setCreateDepartments(false)
    setChecked(await send(workbook, { dryRun: true, createDepartments: false }))
  }
  const checkAgain = async (create: boolean) => {
    if (!file || busy) return
    setCreateDepartments(create)
    const report = await send(file, { dryRun: true, createDepartments: create })
    if (report) setChecked(report)
    else setCreateDepartments(!create)
  }
  const importAll = async () => {
    if (!file) return
    // Accounts exist before the page has their passwords: leaving the page meanwhile loses them.
    const release = blockUnload()
    const report = await send(file, { dryRun: false, createDepartments })
    const passwords = report ? passwordsOf(report.list) : []
    if (passwords.length > 0) void showGeneratedPasswords(passwords)
    release()
    if (!report) return
    setMade(report)
    await refreshDirectory()
  }
  const close = () => onOpenChange(false)
  const report = made ?? checked
  const good = checked?.list.filter(({ errcode }) => errcode === 0).length ?? 0
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      busy={busy}
      width={640}
      title={t(made ? 'importDone' : 'importTitle')}
      description={made ? t('importCounts', made) : undefined}
      footerStart={
        report && report.failed > 0 ? (
          <Button icon={Download} onClick={() => saveReport(report, made !== undefined)}>
            {t('importSave')}
          </Button>
        ) : (
          !file && <span className="text-secondary text-mut">{t('importChoose')}</span>
        )
      }
      footer={
        made ? (
          <Button variant="primary" onClick={close}>
            {t('close')}
          </Button>
        ) : (
          <>
            <CloseButton />
            <Button
              variant="primary"
              busy={busy}
              disabledReason={
                good > 0
                  ? undefined
                  : t(checked ? 'importNoneGood' : error ? 'importRefused' : 'importChoose')
              }
              onClick={() => void importAll()}
            >
              {good > 0 ? t('importPeople', { count: good }) : t('importList')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!made && <Source file={file} busy={busy} onChoose={(next) => void choose(next)} />}
        {error && <ErrorSummary title={t('importRefused')}>{error}</ErrorSummary>}
        {checked && !made && checked.missingDepartments.length > 0 && (
          <MissingDepartments
            names={checked.missingDepartments}
            create={createDepartments}
            busy={busy}
            onChange={(create) => void checkAgain(create)}
          />
        )}
        {report && <ImportReport report={report} made={made !== undefined} />}
      </div>
    </Dialog>
  )
}

/** A thousand passwords are hashed sequentially. */
const IMPORT_MS = 300_000

function Source(props: {
  file: File | undefined
  busy: boolean
  onChoose: (file: File | undefined) => void
}): ReactElement {
  const { file, busy, onChoose } = props
  const field = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <>
      <p className="text-secondary text-fg-2">
        {t('importText', { rows: IMPORT_ROWS_MAX.toLocaleString('en-US') })}{' '}
        <button
          type="button"
          onClick={() =>
            void saveFile(peopleTemplate, {}).catch((error) => showError(t('templateNotSaved'), error))
          }
          className="font-medium text-accent-text underline underline-offset-2"
        >
          {t('importTemplate')}
        </button>
      </p>
      <input
        ref={field}
        type="file"
        accept={`.xlsx,${XLSX}`}
        aria-label={t('importFile')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <button
        type="button"
        data-autofocus
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={() => !busy && field.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!busy)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          onChoose(event.dataTransfer.files[0])
        }}
        className={clsx(
          'flex min-h-24 flex-col items-center justify-center gap-1.5 rounded-l border border-dashed px-4 py-5 transition-colors',
          over ? 'border-focus bg-info-soft' : 'border-ctl hover:bg-hover',
        )}
      >
        {file ? (
          <FileSpreadsheet size={22} className="text-ok" aria-hidden />
        ) : (
          <Upload size={22} className="text-mut" aria-hidden />
        )}
        <span className="max-w-full truncate text-body font-medium">{file?.name ?? t('importDrop')}</span>
        <span className="text-caption text-mut">
          {busy ? t('importChecking') : file ? t('importOther') : t('importLimits')}
        </span>
      </button>
    </>
  )
}
