import { ApiError } from '@clouddisk/client/http/errors'
import { FileUp, SearchX, UserPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { peopleIllustration } from '../../../ui/illustrations.tsx'
import { t } from '../strings.ts'
import { isNarrowed } from './filter.ts'
import type { People } from './use-people.ts'

export interface PeopleStateProps {
  people: People
  onNew: () => void
  onImport: () => void
}

/** In the place of rows: nobody yet, nobody found, or why they could not be read. */
export function PeopleState({ people, onNew, onImport }: PeopleStateProps): ReactElement {
  const { query, shown, narrow, change } = people
  if (query.error) {
    const gone = query.error instanceof ApiError && query.error.name === 'not_found'
    return (
      <ErrorState
        title={t('failed')}
        text={errorMessage(query.error)}
        onRetry={gone ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      >
        {gone && <Button onClick={() => narrow({ department: undefined })}>{t('allPeople')}</Button>}
      </ErrorState>
    )
  }
  if (!isNarrowed(shown))
    return (
      <EmptyState
        illustration={peopleIllustration}
        title={t('empty')}
        text={t(change ? 'emptyText' : 'emptyTextReader')}
      >
        {change && (
          <>
            <Button icon={UserPlus} onClick={onNew}>
              {t('newPerson')}
            </Button>
            <Button icon={FileUp} onClick={onImport}>
              {t('importList')}
            </Button>
          </>
        )}
      </EmptyState>
    )
  return (
    <EmptyState illustration="search" title={t('noMatch')} text={t('noMatchText')}>
      <Button
        icon={SearchX}
        onClick={() =>
          narrow({ q: undefined, status: undefined, role: undefined, validity: undefined, sub: undefined })
        }
      >
        {t('clearFilters')}
      </Button>
    </EmptyState>
  )
}
