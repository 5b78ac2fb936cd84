import { formatSize } from '@clouddisk/contract/format'
import { CloudUpload } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../question-strings.ts'
import { unfinishedDialog } from '../recovery/unfinished-dialog-state.ts'
import { useUnfinished } from '../recovery/use-unfinished.ts'
import { t as told } from '../strings.ts'

/** Says that uploads from elsewhere hold space, and opens the list of them. */
export function UnfinishedLine({ engine }: { engine: Engine }): ReactElement | null {
  const sessions = useUnfinished(engine)
  if (sessions.length === 0) return null
  const size = sessions.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-caption text-fg-2">
      <CloudUpload size={14} aria-hidden className="text-mut" />
      <span className="min-w-0 flex-1">
        {t('leftOver', { count: sessions.length, size: formatSize(size) })}
      </span>
      <Button variant="bare" size="small" onClick={unfinishedDialog.open}>
        {told('see')}
      </Button>
    </div>
  )
}
