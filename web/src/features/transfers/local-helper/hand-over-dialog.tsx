import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type HandOverProgress, handOverProgress } from './progress.ts'
import { t } from './strings.ts'

/** Title and text of each step. */
const words = (step: HandOverProgress['step']): readonly [string, string] => {
  if (step === 'connecting') return [t('connectingTitle'), t('connectingText')]
  return step === 'choosing' ? [t('choosingTitle'), t('choosingText')] : [t('startingTitle'), t('savingText')]
}

/** While the page waits for the desktop client. */
export function HandOverDialog(): ReactElement | null {
  const progress = handOverProgress.use()
  if (!progress) return null
  const { step, cancel } = progress
  const [title, text] = words(step)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      width={480}
      title={title}
      footer={<Button onClick={cancel}>{t('cancel')}</Button>}
    >
      <div role="status" className="flex items-center gap-3 text-body text-fg-2">
        <Spinner size={20} className="shrink-0 text-info" />
        <p>{text}</p>
      </div>
    </Dialog>
  )
}
