import type { UploadState } from '@clouddisk/client/uploads/state'
import { FolderSearch, Play } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../strings.ts'
import { resumableUploads } from './upload-totals.ts'

/** Below the minimised line: what paused uploads wait for, and the way on. */
export function WaitingLine({ engine, state }: { engine: Engine; state: UploadState }): ReactElement | null {
  const { items, lost } = resumableUploads(state)
  if (items.length === 0) return null
  const all = lost === items.length
  return (
    <div className="flex items-center gap-2.5 border-t border-line py-2 pr-3 pl-4">
      <p className="min-w-0 flex-1 text-caption text-mut">
        {lost === 0
          ? t('waitResume', { count: items.length })
          : all
            ? t('waitFiles')
            : t('waitSomeFiles', { count: lost })}
      </p>
      <Button size="small" icon={all ? FolderSearch : Play} onClick={() => void engine.resume(items)}>
        {all ? t('chooseFiles', { count: lost }) : t('resume')}
      </Button>
    </div>
  )
}
