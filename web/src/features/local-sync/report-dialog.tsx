import type { LocalSyncTask } from '@clouddisk/contract/desktop'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from './strings.ts'

/** What the last run of a task did, with the files that it could not send. */
export function ReportDialog({
  task,
  onClose,
}: {
  task: LocalSyncTask
  onClose: () => void
}): ReactElement | null {
  const { report, folderName } = task
  if (!report) return null
  const { files, uploaded, unchanged, ignored, failed, failures } = report
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reportTitle', { name: folderName })}
      description={t('reportText', { files, uploaded, unchanged, ignored, failed })}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {failures.length > 0 && (
        <section aria-label={t('failures')}>
          <h3 className="mb-2 text-secondary font-medium">{t('failures')}</h3>
          <ul className="flex flex-col gap-2">
            {failures.map(({ path, errmsg }) => (
              <li key={path} className="min-w-0">
                <span className="block text-body wrap-anywhere">{path}</span>
                <span className="block text-caption text-danger">{errmsg}</span>
              </li>
            ))}
          </ul>
          {failed > failures.length && (
            <p className="mt-2 text-caption text-mut">
              {t('moreFailures', { count: failed - failures.length })}
            </p>
          )}
        </section>
      )}
    </Dialog>
  )
}
