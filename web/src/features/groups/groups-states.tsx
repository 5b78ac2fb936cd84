import { ApiError } from '@clouddisk/client/http/errors'
import { Plus, SearchX } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { peopleIllustration } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showDialog } from './dialog-state.ts'
import { useGroupQuota } from './quota.ts'
import { t } from './strings.ts'
import type { Groups } from './use-groups.ts'

/** In the place of groups: on their way, none, none that match, or why they could not be read. */
export function GroupsState({ groups }: { groups: Groups }): ReactElement {
  const { list, narrowed, clear } = groups
  if (list.error) return <Failed groups={groups} error={list.error} />
  if (list.rows === undefined) return <Loading />
  if (!narrowed) return <None />
  return (
    <EmptyState illustration="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <Button icon={SearchX} onClick={clear}>
        {t('clear')}
      </Button>
    </EmptyState>
  )
}

function None(): ReactElement {
  const left = useGroupQuota()?.left
  return (
    <EmptyState illustration={peopleIllustration} title={t('emptyTitle')} text={t('emptyText')}>
      <Button
        icon={Plus}
        disabledReason={left === 0 ? t('nothingLeft') : undefined}
        onClick={() => showDialog({ kind: 'create' })}
      >
        {t('newGroup')}
      </Button>
    </EmptyState>
  )
}

function Failed({ groups: { list }, error }: { groups: Groups; error: Error }): ReactElement {
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
      onRetry={() => void list.refresh()}
      retrying={list.refreshing}
    />
  )
}

/** Cards in their final places. */
const Loading = (): ReactElement => (
  <div aria-busy className="late grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4">
    {[0, 1, 2, 3, 4, 5].map((place) => (
      <div key={place} className="rounded-l border border-line px-4 pt-4 pb-3">
        <div className="flex gap-3">
          <Skeleton box className="size-10 rounded-m" />
          <div className="flex-1 space-y-2 pt-1">
            <Skeleton className="w-32" />
            <Skeleton className="w-48" />
          </div>
        </div>
        <Skeleton className="mt-6 w-full" />
        <Skeleton className="mt-8 mb-1 w-24" />
      </div>
    ))}
  </div>
)
