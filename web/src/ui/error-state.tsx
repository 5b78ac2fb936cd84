import { RotateCw } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { t } from './strings.ts'

export interface ErrorStateProps extends Pick<EmptyStateProps, 'heading'> {
  title?: ReactNode | undefined
  /** Cause and remedy. */
  text?: ReactNode | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  children?: ReactNode
}

/** An error in place of content: cause, remedy, retry. */
export function ErrorState({
  title,
  text,
  onRetry,
  retrying,
  heading,
  children,
}: ErrorStateProps): ReactElement {
  return (
    <div role="alert" className="h-full">
      <EmptyState
        heading={heading}
        illustration="broken"
        title={title ?? t('errorTitle')}
        text={text ?? t('errorText')}
      >
        {onRetry && (
          <Button icon={RotateCw} busy={retrying} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {children}
      </EmptyState>
    </div>
  )
}
