import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { importRequests } from './import-requests.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')
const ReportDialog = lazyPart(() => import('./report-dialog.tsx'), 'ReportDialog')

/** The dialogs of imports; stand once in the page. */
export function ImportDialogs(): ReactElement | null {
  const request = importRequests.useOpen()
  if (!request) return null
  const { id, question, answer } = request
  return (
    <Suspense>
      {'reportId' in question ? (
        <ReportDialog key={id} importId={question.reportId} onClose={() => answer()} />
      ) : (
        <ImportDialog key={id} {...question} onClose={() => answer()} />
      )}
    </Suspense>
  )
}
