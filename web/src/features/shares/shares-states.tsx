import { ApiError } from '@clouddisk/client/http/errors'
import { Folder, SearchX } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { t } from './page-strings.ts'
import type { Shares } from './use-shares.ts'

/** In the place of rows: nothing yet, nothing found, or why it could not be read. */
export function SharesState({ shares }: { shares: Shares }): ReactElement {
  const { type, list, keyword, setSearch } = shares
  const navigation = useExtension('navigation')
  if (list.error) return <Failed shares={shares} error={list.error} />
  if (keyword) {
    return (
      <EmptyState illustration="search" title={t('noMatchTitle', { keyword })} text={t('noMatchText')}>
        <Button icon={SearchX} onClick={() => setSearch('')}>
          {t('clearSearch')}
        </Button>
      </EmptyState>
    )
  }
  const received = type === 'received'
  return (
    <EmptyState
      title={t(received ? 'noReceivedTitle' : 'noPublishedTitle')}
      text={t(received ? 'noReceivedText' : 'noPublishedText')}
    >
      {navigation && (
        <Button
          variant={received ? 'outline' : 'primary'}
          icon={Folder}
          onClick={() => navigation.openArea('personal')}
        >
          {t('toFiles')}
        </Button>
      )}
    </EmptyState>
  )
}

function Failed({ shares, error }: { shares: Shares; error: Error }): ReactElement {
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
      onRetry={() => void shares.list.refresh()}
      retrying={shares.list.refreshing}
    />
  )
}
