import { Download, RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { t } from './strings.ts'

/** What to do instead, which for some is to download the file. */
export const downloadAdvice = (onDownload: (() => void) | undefined, text: string): string =>
  onDownload ? text : t('noDownload')

/** In the place of content: why it is not shown, and what can be done instead. */
export function PreviewMessage(props: {
  title: string
  text?: string | undefined
  /** In the place of the torn sheet, where nothing is broken. */
  icon?: ReactElement | undefined
  onDownload?: (() => void) | undefined
  onRetry?: (() => void) | undefined
}): ReactElement {
  const { title, text, icon, onDownload, onRetry } = props
  return (
    <div role="status" className="h-full">
      <EmptyState illustration="broken" icon={icon} title={title} text={text}>
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {onDownload && (
          <Button variant="primary" icon={Download} onClick={onDownload}>
            {t('download')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
