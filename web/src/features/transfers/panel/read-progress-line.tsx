import { clsx } from 'clsx'
import { CircleStop } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ReadProgress } from '../sources/read-progress.ts'
import { t } from '../strings.ts'

/** Progress of reading a large folder, with a stop button. */
export function ReadProgressLine(props: { reading: ReadProgress; className?: string }): ReactElement {
  const { reading, className } = props
  return (
    <div
      role="status"
      className={clsx(
        'flex items-center gap-2.5 border-line py-2 pr-2.5 pl-4 text-secondary text-fg-2',
        className ?? 'border-b',
      )}
    >
      <Spinner size={16} className="text-info" />
      <span className="tabular min-w-0 flex-1 truncate">{t('reading', { count: reading.found })}</span>
      <IconButton size="small" icon={CircleStop} label={t('stopReading')} onClick={reading.stop} />
    </div>
  )
}

/** The same while the panel is not open. */
export function ReadProgressBar({ reading }: { reading: ReadProgress }): ReactElement {
  return (
    <ReadProgressLine
      reading={reading}
      className="fixed right-5 bottom-5 z-[901] min-h-12 w-[360px] max-w-[calc(100vw-40px)] rounded-l border bg-pop shadow-2"
    />
  )
}
