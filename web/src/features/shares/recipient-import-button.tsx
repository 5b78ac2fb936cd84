import { FileSpreadsheet } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
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
