import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../lib/error-message.ts'
import { texts } from '../lib/i18n.ts'
import { Button } from './button.tsx'

const t = texts('more-failed', {
  failed: ['加载更多失败：{{reason}}', 'Couldn’t load more: {{reason}}'],
  retry: ['重试', 'Retry'],
})

/** The error of loading more rows, with a retry. */
export interface LoadMoreFailure {
  readonly error: Error
  readonly retrying: boolean
  readonly retry: () => void
}

/** Shown below a partly loaded list. */
export function LoadMoreError({ failure }: { failure: LoadMoreFailure | undefined }): ReactElement | null {
  if (!failure) return null
  return (
    <div
      role="alert"
      className="flex min-h-11 shrink-0 items-center gap-3 border-t border-line px-6 py-1.5 text-secondary text-danger max-md:px-4"
    >
      <CircleAlert size={15} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{t('failed', { reason: errorMessage(failure.error) })}</span>
      <Button size="small" icon={RotateCw} busy={failure.retrying} onClick={failure.retry}>
        {t('retry')}
      </Button>
    </div>
  )
}
