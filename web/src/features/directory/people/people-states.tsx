import { ApiError } from '@clouddisk/client/http/errors'
import { FileUp, UserPlus } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { peopleIllustration } from '../../../ui/illustrations.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { t } from '../strings.ts'
import { CLEARED, isNarrowed } from './filter.ts'
import type { People } from './use-people.ts'

export interface PeopleStateProps {
  people: People
  onNew: () => void
  onImport: () => void
}

/** In the place of rows: nobody yet, nobody found, or why they could not be read. */
export function PeopleState({ people, onNew, onImport }: PeopleStateProps): ReactElement {
  const { list, shown, narrow, change } = people
  const error = list.failure?.error
  const gone = error instanceof ApiError && error.name === 'not_found'
  return (
    <ListState
      list={list}
      failedTitle={t('failed')}
      remedy={gone && <Button onClick={() => narrow({ department: undefined })}>{t('allPeople')}</Button>}
      noMatch={
        isNarrowed(shown) && {
          title: t('noMatch'),
          text: t('noMatchText'),
          onClear: () => narrow(CLEARED),
        }
      }
    >
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
    </ListState>
  )
}
