import { Layers } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../strings.ts'
import { usePending } from '../use-transfers.ts'

/** Files of a large selection that wait for their portion, or were lost with the page. */
export function PendingLine({ engine }: { engine: Engine }): ReactElement | null {
  const { files, lost } = usePending(engine)
  if (files + lost === 0) return null
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-t border-line px-4 py-1.5 text-caption text-fg-2"
    >
      <Layers size={14} aria-hidden className="text-mut" />
      <span className="min-w-0 flex-1">
        {files > 0 ? t('pending', { count: files }) : t('pendingLost', { count: lost })}
      </span>
      <Button
        variant="bare"
        size="small"
        onClick={files > 0 ? engine.pending.cancel : engine.pending.forgetLost}
      >
        {t(files > 0 ? 'pendingCancel' : 'pendingSeen')}
      </Button>
    </div>
  )
}
