import { FileSpreadsheet, X } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { ImportedRecipients as Report } from './recipient-import.ts'
import { t } from './strings.ts'

/** Chooses the spreadsheet that names people. */
export function RecipientImportButton({
  busy,
  onFile,
}: {
  busy: boolean
  onFile: (file: File) => void
}): ReactElement {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".xls,.xlsx"
        aria-label={t('byTable')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <Tooltip label={t('tableHint')}>
        <Button
          variant="bare"
          size="small"
          icon={FileSpreadsheet}
          busy={busy}
          aria-description={t('tableHint')}
          onClick={() => field.current?.click()}
        >
          {t('byTable')}
        </Button>
      </Tooltip>
    </>
  )
}

/** What became of a spreadsheet's rows: those that name nobody are listed with the reason. */
export function RecipientImportReport({
  report,
  onClose,
}: {
  report: Report
  onClose: () => void
}): ReactElement {
  const { fileName, added, refused, failed } = report
  return (
    <section
      role="status"
      aria-label={t('tableReport', { name: fileName })}
      className="mt-1 rounded-l border border-line bg-canvas py-1.5 pr-1.5 pl-3 text-secondary"
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 break-words">
          <span className="font-semibold">{fileName}</span>
          <span className={failed ? 'text-danger' : 'text-fg-2'}>
            {' · '}
            {failed ?? t('tableAdded', { count: added })}
            {refused.length > 0 && ` · ${t('tableRefused', { count: refused.length })}`}
          </span>
        </p>
        <IconButton size="small" icon={X} label={t('tableClose')} onClick={onClose} />
      </div>
      {refused.length > 0 && (
        <ul className="max-h-40 overflow-y-auto pr-2 pb-1">
          {refused.map(({ row, account, message }) => (
            <li key={row} className="tabular flex gap-2 py-0.5 text-caption">
              <span className="shrink-0 text-mut">{t('tableRow', { row })}</span>
              <span className="max-w-40 shrink-0 truncate">{account}</span>
              <span className="min-w-0 flex-1 text-danger">{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
