import { ApiError } from '@clouddisk/client/http/errors'
import { SearchX } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { errorMessage } from '../../lib/error-message.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import type { LoadMoreFailure } from '../load-more-error.tsx'
import { t } from './strings.ts'

export interface NoMatchProps {
  title: string
  text?: string | undefined
  clearText?: string | undefined
  /** Takes back what narrows the list; no button without it. */
  onClear?: (() => void) | undefined
}

export interface ListStateProps {
  list: { readonly failure: LoadMoreFailure | undefined }
  failedTitle?: string | undefined
  /** Shows the trace id of the failure. */
  trace?: boolean | undefined
  /** In the place of the retry. */
  remedy?: ReactNode
  /** Given where something narrows the list. */
  noMatch: NoMatchProps | false
  /** Shown where nothing narrows the list. */
  children?: ReactNode
}

/** In the place of rows: why they could not be read, that none match, or that there are none. */
export function ListState(props: ListStateProps): ReactNode {
  const { list, failedTitle, trace, remedy, noMatch, children } = props
  const { failure } = list
  if (failure)
    return (
      <ErrorState
        title={failedTitle}
        text={trace ? <TracedError error={failure.error} /> : errorMessage(failure.error)}
        onRetry={remedy ? undefined : failure.retry}
        retrying={failure.retrying}
      >
        {remedy}
      </ErrorState>
    )
  return noMatch ? <NoMatch {...noMatch} /> : children
}

const NoMatch = ({ title, text, clearText = t('clearFilters'), onClear }: NoMatchProps): ReactElement => (
  <EmptyState illustration="search" title={title} text={text}>
    {onClear && (
      <Button icon={SearchX} onClick={onClear}>
        {clearText}
      </Button>
    )}
  </EmptyState>
)

function TracedError({ error }: { error: Error }): ReactElement {
  const text = errorMessage(error)
  const traceId =
    error instanceof ApiError && error.traceId && !text.includes(error.traceId) ? error.traceId : undefined
  return (
    <>
      {text}
      {traceId && <span className="tabular mt-1 block text-caption">{t('trace', { traceId })}</span>}
    </>
  )
}
