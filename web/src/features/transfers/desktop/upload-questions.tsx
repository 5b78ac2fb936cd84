import { type ReactElement, Suspense } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { nameConflictRequests, refusedNamesRequests } from '../naming/questions.ts'
import { ReadProgressBar } from '../panel/read-progress-line.tsx'
import { readProgress } from '../sources/read-progress.ts'

const NameQuestionDialog = lazyPart(() => import('../naming/name-question-dialog.tsx'), 'NameQuestionDialog')
const RefusedNamesDialog = lazyPart(() => import('../naming/refused-names-dialog.tsx'), 'RefusedNamesDialog')

/** What a selection is asked before the desktop client gets it, beside every page. */
export function UploadQuestions(): ReactElement {
  const conflict = nameConflictRequests.useOpen() !== undefined
  const refused = refusedNamesRequests.useOpen() !== undefined
  const reading = readProgress.use()
  return (
    <>
      {reading && <ReadProgressBar reading={reading} />}
      <Suspense>{refused && <RefusedNamesDialog />}</Suspense>
      <Suspense>{conflict && <NameQuestionDialog />}</Suspense>
    </>
  )
}
