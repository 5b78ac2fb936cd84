import { Columns2, Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { timeInSentence } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { OtherSave } from './save.ts'
import { t } from './strings.ts'

interface ConflictDialogProps {
  name: string
  other: OtherSave
  busy: boolean
  onKeepBoth: () => void
  onCompare: () => void
  onDiscard: () => void
  onClose: () => void
}

/** Somebody else saved first, or oneself somewhere else; both texts are there, and one decides what becomes of one's own. */
export function ConflictDialog(props: ConflictDialogProps): ReactElement {
  const { name, other, busy, onKeepBoth, onCompare, onDiscard, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width={480}
      busy={busy}
      title={other.isOwn ? t('conflictTitleOwn') : t('conflictTitle', { user: other.user })}
      footerStart={
        <Button variant="bare" danger onClick={onDiscard}>
          {t('discardMine')}
        </Button>
      }
      footer={
        <>
          <Button icon={Columns2} onClick={onCompare}>
            {t('compare')}
          </Button>
          <Button variant="primary" icon={Copy} busy={busy} onClick={onKeepBoth}>
            {t('keepBoth')}
          </Button>
        </>
      }
    >
      <p className="text-secondary text-fg-2">{t('conflictText', { time: timeInSentence(other.time) })}</p>
      <p className="mt-2 text-secondary text-mut">{t('keepBothHint', { name })}</p>
    </Dialog>
  )
}
