import { ApiError } from '@clouddisk/client/http/errors'
import { SearchX, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { limits } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { trashIllustration } from '../../ui/illustrations.tsx'
import { t } from './strings.ts'
import type { Trash } from './use-trash.ts'

/** In the place of rows: nothing there, nothing found, or why it could not be read. */
export function TrashState({ trash }: { trash: Trash }): ReactElement {
  const { list, keyword, setSearch, deletionId, onDeletion } = trash
  if (list.error) return <Failed trash={trash} error={list.error} />
  if (deletionId && !keyword)
    return (
      <EmptyState
        illustration={trashIllustration}
        title={t('deletionGoneTitle')}
        text={t('deletionGoneText')}
      >
        <Button icon={Trash2} onClick={() => onDeletion(undefined)}>
          {t('wholeBin')}
        </Button>
      </EmptyState>
    )
  if (!keyword) {
    const text = t(trash.groupId === undefined ? 'nothingText' : 'nothingOfGroup', {
      days: limits().trashDays,
    })
    return <EmptyState illustration={trashIllustration} title={t('nothingTitle')} text={text} />
  }
  return (
    <EmptyState illustration="search" title={t('noMatchTitle', { keyword })} text={t('noMatchText')}>
      <Button icon={SearchX} onClick={() => setSearch('')}>
        {t('clearSearch')}
      </Button>
    </EmptyState>
  )
}

function Failed({ trash, error }: { trash: Trash; error: Error }): ReactElement {
  const words = errorMessage(error)
  const traceId =
    error instanceof ApiError && error.traceId && !words.includes(error.traceId) ? error.traceId : null
  return (
    <ErrorState
      title={t('failedTitle')}
      text={
        <>
          {words}
          {traceId && <span className="tabular mt-1 block text-caption">{t('trace', { traceId })}</span>}
        </>
      }
      onRetry={() => void trash.list.refresh()}
      retrying={trash.list.refreshing}
    />
  )
}
