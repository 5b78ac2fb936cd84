import { exportPersonalTable, TABLE_EXPORT_MAX } from '@clouddisk/contract/personal-table'
import { language } from '../../../lib/i18n.ts'
import { saveLargeFile } from '../../../lib/save-file.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { t } from './strings.ts'
import type { exportInput } from './table-view.ts'

const numbers = new Intl.NumberFormat(language)

/** Saves the table as a workbook; says so before where a workbook cannot hold all of it. */
export async function exportTable(input: ReturnType<typeof exportInput>, total: number): Promise<void> {
  if (total === 0) {
    toast.info(t('nothingToExport'))
    return
  }
  const max = numbers.format(TABLE_EXPORT_MAX)
  const sure =
    total <= TABLE_EXPORT_MAX ||
    (await confirm({
      type: 'warning',
      title: t('tooManyTitle', { max }),
      text: t('tooManyText', { n: numbers.format(total) }),
      confirmText: t('exportFirst', { max }),
    }))
  if (!sure) return
  await withErrorMessage(t('notExported'), async () => {
    await saveLargeFile(exportPersonalTable, { ...input, language })
    toast.ok(t('exportStarted'))
  })
}
