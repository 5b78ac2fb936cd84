import { ApiError } from '@clouddisk/client/http/errors'
import { Plus, SearchX } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { peopleIllustration } from '../../../ui/illustrations.tsx'
import { isNarrowed, WIDE } from './filter.ts'
import { t } from './strings.ts'
import type { AllGroups } from './use-all-groups.ts'

/** In the place of rows: none yet, none found, or why they could not be read. */
export function AdminGroupsState({ groups, onNew }: { groups: AllGroups; onNew: () => void }): ReactElement {
  const { query, shown, narrow, change } = groups
  if (query.error) {
    const gone = query.error instanceof ApiError && query.error.name === 'not_found'
    return (
      <ErrorState
        title={t('failed')}
        text={errorMessage(query.error)}
        onRetry={gone ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      >
        {gone && <Button onClick={() => narrow(WIDE)}>{t('allGroups')}</Button>}
      </ErrorState>
    )
  }
  if (isNarrowed(shown))
    return (
      <EmptyState illustration="search" title={t('noMatch')} text={t('noMatchText')}>
        <Button icon={SearchX} onClick={() => narrow(WIDE)}>
          {t('clearFilters')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      illustration={peopleIllustration}
      title={t('empty')}
      text={t(change ? 'emptyText' : 'emptyTextReader')}
    >
      {change && (
        <Button icon={Plus} onClick={onNew}>
          {t('newGroup')}
        </Button>
      )}
    </EmptyState>
  )
}
